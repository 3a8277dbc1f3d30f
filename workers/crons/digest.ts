import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import type { Services } from '../../shared/platform/services/index.ts'

/** Every Monday: the digest of the week before. The outbox sends the emails. */
export async function digest({ db, now }: Services): Promise<void> {
  await enqueueDigests(db, now())
}
