import { createInternet } from '../../internet/internet.ts'
import { companyFile, domainOf } from './changing-world.ts'
import { MINUTE_MS, openSimulation } from './simulation.ts'

export interface HangingOptions {
  databaseUrl: string
  /** Number of domains that answer, in accounts of at most 20. */
  healthy: number
  /** Number of domains of one other account of which something never answers. */
  hanging: number
  /** Number of times that all domains become due. In the first round all are new. */
  rounds: number
  env?: Record<string, string>
}

const LATENCY_MS = 150
const ROUND_MS = 20 * MINUTE_MS
const NAMES_PER_ACCOUNT = 20
const FIRST_HANGING = 900_000
// Time limits of the callers: a question to DNS, a question to a registry, a page.
const HANGS_MS = { dns: 2_000, registry: 3_500, page: 6_000 } as const
const HANGING_PARTS = Object.keys(HANGS_MS) as (keyof typeof HANGS_MS)[]

const hangingDomain = (index: number): string =>
  `listed-${FIRST_HANGING + index}-${HANGING_PARTS[index % HANGING_PARTS.length]}.com`

/** Milliseconds for which a request gets no answer. 0: it is answered. */
async function hangMs(request: Request): Promise<number> {
  const { hostname, pathname } = new URL(request.url)
  const isDns = hostname === 'cloudflare-dns.com' || hostname === 'dns.google'
  const text = isDns ? Buffer.from(await request.clone().arrayBuffer()).toString('latin1') : ''
  for (const part of HANGING_PARTS) {
    const names = `${hostname}${pathname}${text}`
    if (!new RegExp(`listed-\\d+-${part}`).test(names)) continue
    const asked = isDns ? 'dns' : pathname.includes('/domain/') ? 'registry' : 'page'
    return asked === part ? HANGS_MS[part] : 0
  }
  return 0
}

/**
 * Returns for each round the delays of the healthy domains: the times from due to stored, in
 * seconds.
 */
export async function delaysBesideHanging(options: HangingOptions): Promise<number[][]> {
  const { healthy, hanging } = options
  const startsAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const internet = await createInternet({ folders: [] })
  const simulation = await openSimulation({
    databaseUrl: options.databaseUrl,
    startsAt,
    latencyMs: LATENCY_MS,
    hangMs,
    fetch: (request) => internet.fetch(request),
    ...(options.env === undefined ? {} : { env: options.env }),
  })
  try {
    for (let from = 0; from < healthy; from += NAMES_PER_ACCOUNT) {
      const count = Math.min(NAMES_PER_ACCOUNT, healthy - from)
      await simulation.account(`usr_healthy_${from}`, 'pro')
      await simulation.watchMany(
        `usr_healthy_${from}`,
        `h${from}x`,
        Array.from({ length: count }, (_, index) => domainOf(from + index)),
      )
    }
    await simulation.account('usr_hanging', 'pro')
    const domains = Array.from({ length: hanging }, (_, index) => hangingDomain(index))
    for (const domain of domains) internet.add(companyFile(domain, FIRST_HANGING))
    await simulation.watchMany('usr_hanging', 'hang', domains)
    const delays: number[][] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const from = startsAt + round * ROUND_MS
      await simulation.pool.query(
        `update watched_names set next_check_at = $1::timestamptz,
            status = case status when 'leased' then 'waiting' else status end, batch_id = null,
            leased_until = null`,
        [new Date(from).toISOString()],
      )
      simulation.late.length = 0
      await simulation.runUntil(from + ROUND_MS)
      const ofHealthy = simulation.late.filter(({ accountId }) => accountId !== 'usr_hanging')
      const read = new Set(ofHealthy.map(({ domain }) => domain))
      if (read.size !== healthy)
        throw new Error(`${read.size} of ${healthy} healthy domains were read in a round.`)
      delays.push(ofHealthy.map(({ seconds }) => seconds))
    }
    return delays
  } finally {
    await simulation.close()
    await internet.close()
  }
}
