import { purgeExports } from '../../shared/bulk/purge-exports.ts'
import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import { sealedLlmKeys } from '../../shared/models/llm-key-seal.ts'
import { DAY_MS } from '../../shared/platform/clock.ts'
import { forgetExpired } from '../../shared/platform/db/forget-expired.ts'
import { resealAll } from '../../shared/platform/db/reseal.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { purgeAttemptsLog } from '../../shared/webhooks/purge-attempts.ts'
import { sealedWebhookSecrets } from '../../shared/webhooks/reseal-secrets.ts'
import { runParts } from './parts.ts'

/** Every night: data whose time is over goes, and what lies under an old master key is sealed anew. */
export async function retention(services: Services): Promise<void> {
  const { db, env, requestId } = services
  await runParts(requestId, {
    attempts: () => purgeAttemptsLog(db),
    expired: () => forgetExpired(db),
    exports: () => purgeExports(services),
    llm_keys: () => resealAll(db, env.SEAL_KEYS, sealedLlmKeys),
    // A digest that failed on its morning, or was missed, is made up for; on the morning itself this is last week's.
    digests: () => enqueueDigests(db, new Date(services.now().getTime() - DAY_MS)),
    webhook_secrets: () => resealAll(db, env.SEAL_KEYS, sealedWebhookSecrets),
  })
}
