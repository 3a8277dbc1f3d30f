import { purgeExports } from '../../shared/bulk/purge-exports.ts'
import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import { purgePictures } from '../../shared/jobs/pictures.ts'
import { sealedLlmKeys } from '../../shared/models/llm-key-seal.ts'
import { restoreCadences } from '../../shared/monitors/restore-cadences.ts'
import { DAY_MS } from '../../shared/platform/clock.ts'
import { deleteExpired, deleteOld } from '../../shared/platform/db/forget-expired.ts'
import { resealAll } from '../../shared/platform/db/reseal.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import {
  sealedWebhookSecrets,
  sealedWebhookSecretsBefore,
} from '../../shared/webhooks/rotate-secret.ts'
import { purgeAttemptsLog } from '../../shared/webhooks/sweep-deliveries.ts'
import { runParts } from './parts.ts'

export async function retention(services: Services): Promise<void> {
  const { db, env, requestId } = services
  await runParts(requestId, {
    attempts: () => purgeAttemptsLog(db),
    expired: () => deleteExpired(db),
    old: () => deleteOld(services),
    exports: () => purgeExports(services),
    pictures: () => purgePictures(services),
    // A list that the command has loaded, or whose message was lost, enters the index.
    domain_index: () => services.enqueue('domain-index', ['merge']),
    cadences: () => restoreCadences(services),
    llm_keys: () => resealAll(db, env.SEAL_KEYS, sealedLlmKeys),
    // If the weekly task of Monday failed, this daily task creates its digests later. With the date
    // of yesterday, a run on Monday leaves the digests of the new week to the weekly task.
    digests: () => enqueueDigests(db, new Date(services.now().getTime() - DAY_MS)),
    webhook_secrets: () => resealAll(db, env.SEAL_KEYS, sealedWebhookSecrets),
    webhook_secrets_before: () => resealAll(db, env.SEAL_KEYS, sealedWebhookSecretsBefore),
  })
}
