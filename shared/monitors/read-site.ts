import type { CollectorTools } from '../attribution/collector.ts'
import { parseOrigin } from '../attribution/collectors/asn.ts'
import { reversedLabels } from '../attribution/collectors/host-addresses.ts'
import { createPageLimits } from '../attribution/collectors/page/page-limits.ts'
import { findPlaceholder, isBotWall } from '../attribution/collectors/page/placeholder.ts'
import { documentOf } from '../attribution/collectors/page/read-document.ts'
import { inSlices } from '../attribution/collectors/page/slices/sliced-work.ts'
import { isPublicAddress } from '../platform/net/addresses.ts'
import { isAnswered } from '../platform/net/dns-answer.ts'
import { parseUrl, registrableHost } from '../platform/net/url.ts'
import type { FactName, Sources } from './fingerprint.ts'
import type { NameState, Visit } from './judge-reading.ts'

const PAGE_MS_MAX = 6_000
const PAGE_BYTES_MAX = 256 * 1024
const ADDRESSES_MAX = 2
const ORIGIN_ZONES = { 4: 'origin.asn.cymru.com', 6: 'origin6.asn.cymru.com' } as const
const VISITED_FACTS: readonly FactName[] = ['redirect', 'parked', 'networks']

export interface KnownVisit extends Visit {
  networks: number[]
  isParked: boolean
}

/**
 * The known visit, if the addresses are the same and no fact that the visit gave is in doubt.
 * Otherwise null.
 */
export function validVisit(
  state: NameState | null,
  addresses: readonly string[],
): KnownVisit | null {
  const visit = state?.visit ?? null
  if (state === null || visit === null) return null
  const { networks, parked } = state.facts
  if (networks === undefined || parked === undefined) return null
  const isDoubted = VISITED_FACTS.some((name) => state.suspicions[name] !== undefined)
  return !isDoubted && visit.addresses === keyOf(addresses)
    ? { ...visit, networks, isParked: parked }
    : null
}

const keyOf = (addresses: readonly string[]): string => [...addresses].sort().join(' ')

interface ReadSite {
  web: NonNullable<Sources['web']>
  /** Null if the end of the redirects is unknown. */
  visit: Visit | null
}

/**
 * Visits the site. If its first redirect is still that of the known visit, the other facts are
 * taken from that visit. A bot wall, an error page or a failed request gives no facts.
 */
export async function readSite(
  domain: string,
  known: KnownVisit | null,
  addresses: readonly string[],
  tools: CollectorTools,
): Promise<ReadSite | null> {
  const owner = registrableHost(`https://${domain}/`)
  const isElsewhere = (url: string) => registrableHost(url) !== owner
  for (const url of [`https://${domain}/`, `http://${domain}/`]) {
    try {
      const firstRedirect = known?.firstRedirect == null ? null : await firstRedirectOf(url, tools)
      if (known !== null && firstRedirect !== null && firstRedirect === known.firstRedirect)
        return {
          web: { finalUrl: known.finalUrl, isParked: known.isParked },
          visit: visitOf(known),
        }
      return await tools.readPage(
        url,
        { timeoutMs: PAGE_MS_MAX, bytesMax: PAGE_BYTES_MAX },
        async (page) => {
          if (page.status >= 400) return isElsewhere(page.url) ? unknownEnd(page.url) : null
          const document = await inSlices(documentOf(page.text, createPageLimits()()), tools.pause)
          if (isBotWall(page.status, document)) return null
          const kind = findPlaceholder(document)?.kind
          return {
            web: { finalUrl: page.url, isParked: kind === 'parked' || kind === 'for_sale' },
            visit: {
              addresses: keyOf(addresses),
              firstRedirect: page.redirects[0]?.to ?? null,
              finalUrl: page.url,
            },
          }
        },
      )
    } catch (error) {
      const redirect = lastRedirect(error)
      if (redirect !== null && isElsewhere(redirect)) return unknownEnd(redirect)
    }
  }
  return null
}

const visitOf = ({ addresses, firstRedirect, finalUrl }: KnownVisit): Visit => ({
  addresses,
  firstRedirect,
  finalUrl,
})

const unknownEnd = (finalUrl: string): ReadSite => ({
  web: { finalUrl, isParked: null },
  visit: null,
})

async function firstRedirectOf(url: string, tools: CollectorTools): Promise<string | null> {
  const page = await tools.fetchPage(url, {
    timeoutMs: PAGE_MS_MAX,
    bytesMax: PAGE_BYTES_MAX,
    redirectsMax: 0,
  })
  const location = page.headers.get('location')
  const isRedirect = page.status >= 300 && page.status < 400
  return isRedirect && location !== null ? (parseUrl(location, page.url)?.href ?? null) : null
}

function lastRedirect(error: unknown): string | null {
  const redirects: unknown = error instanceof Error ? Reflect.get(error, 'redirects') : null
  const last: unknown = Array.isArray(redirects) ? redirects.at(-1)?.to : null
  return typeof last === 'string' ? (parseUrl(last)?.href ?? null) : null
}

/**
 * Numbers of the networks (AS numbers) to which the first addresses belong (Team Cymru, "IP to ASN
 * Mapping Service"). Null if one number is unknown.
 */
export async function readNetworks(
  addresses: readonly string[],
  { dns }: CollectorTools,
): Promise<number[] | null> {
  const found = await Promise.all(
    addresses.slice(0, ADDRESSES_MAX).map(async (address) => {
      const reversed = reversedLabels(address)
      if (reversed === null || !isPublicAddress(address)) return null
      const answer = await dns
        .resolve(`${reversed.labels}.${ORIGIN_ZONES[reversed.family]}`, 'TXT')
        .catch(() => null)
      return answer === null || !isAnswered(answer)
        ? null
        : (parseOrigin(answer.values)?.asn ?? null)
    }),
  )
  const networks = found.filter((network) => network !== null)
  return networks.length === found.length ? networks : null
}
