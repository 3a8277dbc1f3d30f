import { z } from 'zod'
import { DAY_MS } from '../../../platform/clock.ts'
import { parseUrl } from '../../../platform/net/url.ts'
import type { CollectorTools } from '../../collector.ts'

/** List of the RDAP servers of all top-level domains (RFC 9224 section 3). */
export const RDAP_BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json'
// RFC 9224 section 8 recommends caching the list. IANA changes it a few times a week, so a day is
// short enough.
const BOOTSTRAP_AGE_MS_MAX = DAY_MS
const BOOTSTRAP_BYTES_MAX = 1024 * 1024
const BOOTSTRAP_MS_MAX = 2_000

const BootstrapFile = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
})

type Bases = ReadonlyMap<string, string>

let remembered: { bases: Bases; at: number } | null = null

/** https base URL by suffix, with a slash at the end. Null for another format. */
export function readBootstrap(file: unknown): Bases | null {
  const parsed = BootstrapFile.safeParse(file)
  if (!parsed.success) return null
  const bases = new Map<string, string>()
  for (const [suffixes, addresses] of parsed.data.services) {
    const base = addresses.find((address) => parseUrl(address)?.protocol === 'https:')
    if (base === undefined) continue
    for (const suffix of suffixes)
      bases.set(suffix.toLowerCase(), base.endsWith('/') ? base : `${base}/`)
  }
  return bases
}

/**
 * If several suffixes of the domain have a server, the longest suffix is used (RFC 9224 section 4).
 */
export function baseFor(bases: Bases, domain: string): string | null {
  const labels = domain.split('.')
  for (let from = 1; from < labels.length; from += 1) {
    const base = bases.get(labels.slice(from).join('.'))
    if (base !== undefined) return base
  }
  return null
}

export type RdapBase = { is: 'known'; url: string } | { is: 'none' } | { is: 'unavailable' }

async function fetchBases(tools: Pick<CollectorTools, 'fetchUpstream'>): Promise<Bases | null> {
  try {
    const answer = await tools.fetchUpstream(RDAP_BOOTSTRAP_URL, {
      controlUrl: RDAP_BOOTSTRAP_URL,
      headers: { accept: 'application/json' },
      bytesMax: BOOTSTRAP_BYTES_MAX,
      timeoutMs: BOOTSTRAP_MS_MAX,
    })
    return answer.status === 200 ? readBootstrap(JSON.parse(answer.text)) : null
  } catch {
    return null
  }
}

/** If IANA does not respond, the cached list is used even if it is too old. */
export async function rdapBase(
  domain: string,
  tools: Pick<CollectorTools, 'fetchUpstream' | 'now'>,
): Promise<RdapBase> {
  const now = tools.now().getTime()
  if (remembered === null || Math.abs(now - remembered.at) > BOOTSTRAP_AGE_MS_MAX) {
    const bases = await fetchBases(tools)
    if (bases !== null) remembered = { bases, at: now }
  }
  if (remembered === null) return { is: 'unavailable' }
  const url = baseFor(remembered.bases, domain)
  return url === null ? { is: 'none' } : { is: 'known', url }
}

export function forgetBootstrap(): void {
  remembered = null
}
