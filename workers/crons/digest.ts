import { enqueueDigests } from '../../shared/emails/weekly-digest.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'

const needs = vars('DATABASE_URL')

/** Every Monday: the digest of the week before. The outbox sends what is owed. */
export async function digest(environment: object): Promise<void> {
  await enqueueDigests(connect(slice(environment, needs).DATABASE_URL, newIdentifier('req')), new Date())
}
