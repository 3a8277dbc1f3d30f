import { slice, vars } from '../../shared/config.ts'
import { connect } from '../../shared/db/client.ts'
import { oweDigests } from '../../shared/email/digest.ts'
import { newIdentifier } from '../../shared/identifiers.ts'

const needs = vars('DATABASE_URL')

/** Every Monday: the digest of the week before. The outbox sends what is owed. */
export async function digest(environment: object): Promise<void> {
  await oweDigests(connect(slice(environment, needs).DATABASE_URL, newIdentifier('req')), new Date())
}
