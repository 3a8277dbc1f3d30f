import path from 'node:path'
import { startPlatform } from '../platform/platform.ts'
import { projectVarsExcept } from '../structure/sample-environment.ts'
import { ratio, requestsPerSecond } from './load.ts'
import { type BenchRow, bounded } from './row.ts'

const SAMPLES = 50
/** Variables whose values come from the test platform or credentials/wrangler.toml. */
const OWN_VARS = ['PUBLIC_URL', 'IDP_URL', 'ADDRESS_LIMIT_PER_MINUTE', 'RATE_LIMITS_PER_MINUTE']

/**
 * Measures the cost of checking a credential: Postgres round trips, calls to the identity provider,
 * and request rate. The comparison is a route that needs no credential.
 */
export async function benchCredentials(): Promise<BenchRow[]> {
  const config = path.join(import.meta.dirname, 'credentials/wrangler.toml')
  const platform = await startPlatform({
    config,
    schedules: false,
    env: projectVarsExcept(...OWN_VARS),
  })
  try {
    const headers = {
      none: {},
      key: { 'X-API-Key': platform.apiKey },
      bearer: { Authorization: `Bearer ${platform.bearerToken}` },
    }
    const rows: BenchRow[] = []
    for (const kind of ['key', 'bearer'] as const) {
      const url = `${platform.baseUrl}/${kind}`
      // The first request is not measured, because the Worker then fetches the identity provider's
      // keys and records the use of the API key.
      await fetch(url, { headers: headers[kind] })
      await platform.logs.quiet()
      platform.stats.clear()
      for (let n = 0; n < SAMPLES; n++)
        await (await fetch(url, { headers: headers[kind] })).arrayBuffer()
      await platform.logs.quiet()
      const costs = platform.stats.routes()[`GET /${kind}`]
      if (costs === undefined || costs.requests !== SAMPLES)
        throw new Error(`the platform did not count GET /${kind}`)
      const speed = await ratio(
        () => requestsPerSecond(url, headers[kind]),
        () => requestsPerSecond(`${platform.baseUrl}/none`),
      )
      rows.push(
        // The route itself makes one round trip, so one is subtracted.
        bounded(`${kind}: Postgres round trips of the check`, costs.postgres / SAMPLES - 1, {
          most: 1,
        }),
        bounded(`${kind}: calls to the identity provider`, costs.outgoing / SAMPLES, { most: 0 }),
        bounded(
          `${kind}: requests/s with the credential : without`,
          speed.ratio,
          { least: 0.3 },
          `${Math.round(speed.subject)} of ${Math.round(speed.base)} requests/s, rate limit included`,
        ),
      )
    }
    return rows
  } finally {
    await platform.stop()
  }
}
