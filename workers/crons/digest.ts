import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import type { Services } from '../../shared/platform/services/index.ts'

/**
 * Weekly task on Monday: creates the digest emails about the previous week. The emails are sent
 * later, from the table `outbox`.
 */
export async function digest({ db, now }: Services): Promise<void> {
  await enqueueDigests(db, now())
}
