import type { R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { sealedLlmKeys } from '../../shared/accounts/llm-key-seal.ts'
import { purgeExports } from '../../shared/bulk/purge.ts'
import { slice, vars } from '../../shared/config.ts'
import { resealAll } from '../../shared/crypto/reseal.ts'
import { connect } from '../../shared/db/client.ts'
import { forgetExpired } from '../../shared/db/retention.ts'
import { purgeAttemptsLog } from '../../shared/delivery/retention.ts'
import { sealedWebhookSecrets } from '../../shared/delivery/secret.ts'
import { oweDigests } from '../../shared/email/digest.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { runParts } from './parts.ts'

const needs = vars('DATABASE_URL', 'SEAL_KEYS').extend({ EXPORTS: z.custom<R2Bucket>() })

const DAY_MS = 86_400_000

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
    digests: () => oweDigests(db, new Date(Date.now() - DAY_MS)),
    webhook_secrets: () => resealAll(db, SEAL_KEYS, sealedWebhookSecrets),
  })
}
