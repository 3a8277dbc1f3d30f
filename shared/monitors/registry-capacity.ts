import type { CollectorTools } from '../attribution/collector.ts'
import { rdapBase } from '../attribution/collectors/registration/rdap-bootstrap.ts'
import { whoisServerOf } from '../attribution/collectors/registration/whois-servers.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Environment } from '../platform/environment.ts'
import { createResolver } from '../platform/net/dns-resolver.ts'
import { fetchUpstream } from '../platform/net/fetch-upstream.ts'
import type { Services } from '../platform/services/index.ts'

type ListTools = Pick<CollectorTools, 'fetchUpstream' | 'now'>

const LIST_MS_MAX = 3_000
// Share of the requests to a registry that monitors may use. The others are for analyses.
const MONITORS_SHARE = 0.5

/**
 * Server that each check of the domain asks: its RDAP server, otherwise its WHOIS server. Null if
 * the list of RDAP servers could not be read.
 */
export async function registryOf(domain: string, tools: ListTools): Promise<string | null> {
  const base = await rdapBase(domain, tools)
  if (base.is === 'unavailable') return null
  return base.is === 'known' ? new URL(base.url).hostname : (whoisServerOf(domain) ?? tldOf(domain))
}

const tldOf = (domain: string): string => domain.split('.').at(-1) ?? ''

/**
 * Registries of registrable domains, in their order. Without the list of RDAP servers, the registry
 * is named by the top-level domain; the next reading of the domain corrects it.
 */
export async function registriesOf(
  services: Pick<Services, 'env' | 'now' | 'connections'>,
  domains: readonly string[],
): Promise<string[]> {
  const { env, now } = services
  const shared = services.connections(AbortSignal.timeout(LIST_MS_MAX))
  const upstream = {
    ...shared,
    dns: createResolver(shared),
    userAgent: env.USER_AGENT,
    ownHosts: [new URL(env.PUBLIC_URL).hostname],
  }
  const tools: ListTools = {
    now,
    fetchUpstream: (url, request) => fetchUpstream(url, request, upstream),
  }
  const registries: string[] = []
  let isListMissing = false
  for (const domain of domains) {
    const registry: string | null = isListMissing ? null : await registryOf(domain, tools)
    isListMissing = registry === null
    registries.push(registry ?? tldOf(domain))
  }
  return registries
}

/** Highest number of checks a day that monitors may need at a registry. */
export function capacityOf(
  registry: string,
  env: Pick<Environment, 'REGISTRY_REQUESTS_PER_SECOND' | 'REGISTRY_REQUESTS_PER_DAY'>,
): number {
  const { REGISTRY_REQUESTS_PER_SECOND: perSecond, REGISTRY_REQUESTS_PER_DAY: perDay } = env
  const aDay = ((perSecond[registry] ?? perSecond.default ?? 1) * DAY_MS) / 1_000
  return Math.min(aDay, perDay[registry] ?? aDay) * MONITORS_SHARE
}

export const fullMessage = (registry: string, capacity: number): string =>
  `The registry ${registry} is asked for all monitors at most ${Math.floor(capacity)} times a day, ` +
  'and there is no place for one more domain.'
