import type { R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { purgeExports } from '../../shared/bulk/purge-exports.ts'
import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import { sealedLlmKeys } from '../../shared/models/llm-key-seal.ts'
import { DAY_MS } from '../../shared/platform/clock.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { forgetExpired } from '../../shared/platform/db/forget-expired.ts'
import { resealAll } from '../../shared/platform/db/reseal.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { purgeAttemptsLog } from '../../shared/webhooks/purge-attempts.ts'
import { sealedWebhookSecrets } from '../../shared/webhooks/reseal-secrets.ts'
import { runParts } from './parts.ts'

const needs = vars('DATABASE_URL', 'SEAL_KEYS').extend({ EXPORTS: z.custom<R2Bucket>() })

/** Every night: what is kept for a limited time only goes, and what lies under an old master key is sealed anew. */
export async function retention(environment: object): Promise<void> {
  const { DATABASE_URL, SEAL_KEYS, EXPORTS } = slice(environment, needs)
  const requestId = newIdentifier('req')
  const db = connect(DATABASE_URL, requestId)
  await runParts(requestId, {
    attempts: () => purgeAttemptsLog(db),
    expired: () => forgetExpired(db),
    exports: () => purgeExports(db, EXPORTS),
    llm_keys: () => resealAll(db, SEAL_KEYS, sealedLlmKeys),
    // A digest that failed on its morning, or was missed, is made up for; on the morning itself this is last week's.
    digests: () => enqueueDigests(db, new Date(Date.now() - DAY_MS)),
    webhook_secrets: () => resealAll(db, SEAL_KEYS, sealedWebhookSecrets),
  })
}
