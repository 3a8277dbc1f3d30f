import { parseKeys } from '../../shared/accounts/identity-keys.ts'
import { fetchKeySet } from '../../shared/accounts/identity-provider.ts'
import { reach } from '../../shared/platform/db/client.ts'
import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { ping } from '../../shared/platform/redis.ts'
import { router } from '../router.ts'
import type { RequestServices } from '../services.ts'
import * as contract from './contract.ts'
import { createRecentCheck } from './recent-check.ts'

// Returns the names of the checks that failed. The reasons are only logged, because callers must
// not see them.
async function checkParts(
  requestId: string,
  checks: Record<string, () => Promise<unknown>>,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>()
  const check = async ([part, work]: [string, () => Promise<unknown>]) => {
    try {
      await work()
    } catch (error) {
      failed.add(part)
      log({
        event: 'health.check_failed',
        request_id: requestId,
        part,
        error: describeError(error),
      })
    }
  }
  await Promise.all(Object.entries(checks).map(check))
  return failed
}

async function requireIdentityKeys({ env, fetch, requestId }: RequestServices): Promise<void> {
  const keys = await parseKeys(await fetchKeySet({ url: env.IDP_URL, fetch }))
  const signing = [...new Set<string>([...keys.values()].map(({ algorithm }) => algorithm))]
  if (env.IDP_JWT_SECRET !== undefined) signing.push('HS256')
  if (signing.length === 0)
    throw new Error(
      'the identity provider publishes no signing key; if it signs with HS256, set IDP_JWT_SECRET',
    )
  log({ event: 'identity.checked', request_id: requestId, signing: signing.join(' ') })
}

/** All requests of an isolate share these results. They contain nothing about a single request. */
const recentReadiness = createRecentCheck<ReadonlySet<string>>()
const recentSignInReadiness = createRecentCheck<ReadonlySet<string>>()

const toolsOf = ({ background }: RequestServices) => ({
  now: Date.now,
  wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  background,
})

export const health = router()

health.openapi(contract.health, (c) => c.json({ status: 'ok' as const }, 200))

health.openapi(contract.version, (c) =>
  c.json({ version: API_VERSION, commit: c.var.services.env.COMMIT }, 200),
)

health.openapi(contract.ready, async (c) => {
  const { services } = c.var
  const check = () =>
    checkParts(services.requestId, {
      database: () => reach(services.db),
      cache: () => ping(services.env, services.requestId),
    })
  const failed = await recentReadiness(check, toolsOf(services))
  return failed.size === 0
    ? c.json({ status: 'ready' as const }, 200)
    : c.json({ status: 'unavailable' as const }, 503)
})

health.openapi(contract.signIn, async (c) => {
  const { services } = c.var
  const check = () =>
    checkParts(services.requestId, {
      identity_provider: () => requireIdentityKeys(services),
      database: () => reach(services.db),
    })
  const failed = await recentSignInReadiness(check, toolsOf(services))
  const state = (part: string) => (failed.has(part) ? 'unavailable' : 'ready')
  const parts = {
    identity_provider: state('identity_provider'),
    database: state('database'),
  } as const
  return failed.size === 0
    ? c.json({ status: 'ready' as const, ...parts }, 200)
    : c.json({ status: 'unavailable' as const, ...parts }, 503)
})
