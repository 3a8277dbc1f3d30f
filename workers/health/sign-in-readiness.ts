import { parseKeys } from '../../shared/accounts/identity-keys.ts'
import { fetchKeySet, type KeySetSource } from '../../shared/accounts/identity-provider.ts'
import type { Database } from '../../shared/platform/db/client.ts'
import { reach } from '../../shared/platform/db/client.ts'
import { describeError, log } from '../../shared/platform/log.ts'

type Part = 'ready' | 'unavailable'

export interface SignInReadiness {
  status: Part
  identity_provider: Part
  database: Part
}

async function keysUsable(source: KeySetSource): Promise<void> {
  if ((await parseKeys(await fetchKeySet(source))).size === 0) throw new Error('no key may sign tokens')
}

/** Fetches the provider's public keys and asks the database, at the same time. Details go to the log. */
export async function signInReadiness(db: Database, source: KeySetSource): Promise<SignInReadiness> {
  const state = (part: string, check: Promise<void>): Promise<Part> =>
    check.then(
      () => 'ready',
      (error: unknown) => {
        log({ event: 'health.out_of_reach', request_id: db.requestId, part, error: describeError(error) })
        return 'unavailable'
      },
    )
  const [identityProvider, database] = await Promise.all([
    state('identity_provider', keysUsable(source)),
    state('database', reach(db)),
  ])
  const ready = identityProvider === 'ready' && database === 'ready'
  return { status: ready ? 'ready' : 'unavailable', identity_provider: identityProvider, database }
}
