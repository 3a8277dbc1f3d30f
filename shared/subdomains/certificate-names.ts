import { z } from 'zod'
import { CERTSPOTTER_CONTROL_URL, CRT_SH_CONTROL_URL } from '../attribution/collectors/tls-certificates.ts'
import type { FetchedText } from '../platform/net/fetch.ts'
import type { UpstreamRequest } from '../platform/net/fetch-upstream.ts'
import { nameBelow } from './names-below.ts'

export type FetchUpstream = (url: string, request: UpstreamRequest) => Promise<FetchedText>

export interface CertificateNames {
  names: Set<string>
  /** Names for which a wildcard TLS certificate (`*.<name>`) was issued. The name itself may not exist. */
  wildcardParents: Set<string>
  truncated: boolean
}

/**
 * Time limit of a request to crt.sh (search in public certificate logs), which is slow for large domains. After this time Cert Spotter (a
 * similar service) is queried instead.
 */
const CRT_SH_TIMEOUT_MS = 12_000
const BODY_BYTES_MAX = 6 * 1024 * 1024
/** Limit on the pages that are read from Cert Spotter's API (search in public certificate logs). Each page contains 100 certificates. */
const CERTSPOTTER_PAGES_MAX = 10
const CERTSPOTTER_TIMEOUT_MS = 6_000

/**
 * Returns the names below the domain in public certificate logs, from crt.sh. If crt.sh fails, the names are from Cert Spotter. Returns
 * null if both services fail.
 */
export async function certificateNames(fetchUpstream: FetchUpstream, domain: string): Promise<CertificateNames | null> {
  return (await fromCrtSh(fetchUpstream, domain)) ?? (await fromCertSpotter(fetchUpstream, domain))
}

async function fetchAnswer(
  fetchUpstream: FetchUpstream,
  url: string,
  limits: Pick<UpstreamRequest, 'controlUrl' | 'timeoutMs'>,
): Promise<FetchedText | null> {
  try {
    const answered = await fetchUpstream(url, { bytesMax: BODY_BYTES_MAX, ...limits })
    return answered.status === 200 ? answered : null
  } catch {
    return null
  }
}

async function fromCrtSh(fetchUpstream: FetchUpstream, domain: string): Promise<CertificateNames | null> {
  const url = `https://crt.sh/?q=%25.${domain}&output=json&deduplicate=Y`
  const answered = await fetchAnswer(fetchUpstream, url, {
    controlUrl: CRT_SH_CONTROL_URL,
    timeoutMs: CRT_SH_TIMEOUT_MS,
  })
  return answered === null ? null : parseCrtSh(domain, answered.text, answered.truncated)
}

const CrtShRow = z.object({ common_name: z.string().nullish(), name_value: z.string().nullish() })

/**
 * Parses crt.sh's JSON. `name_value` of each row contains one name per line, mixed with organizations and email addresses. If the JSON is
 * cut off, the complete rows are used; any other invalid text returns null.
 */
export function parseCrtSh(domain: string, text: string, truncated: boolean): CertificateNames | null {
  const rows = z.array(z.unknown()).safeParse(jsonOf(truncated ? completeRows(text) : text))
  if (!rows.success) return null
  const listed: string[] = []
  for (const row of rows.data) {
    const parsed = CrtShRow.safeParse(row)
    if (parsed.success) listed.push(parsed.data.common_name ?? '', ...(parsed.data.name_value ?? '').split('\n'))
  }
  return collected(domain, listed, truncated)
}

function completeRows(text: string): string {
  const end = text.lastIndexOf('},')
  return end < 0 ? text : `${text.slice(0, end + 1)}]`
}

const Issuances = z.array(z.object({ id: z.string(), dns_names: z.array(z.string()).default([]) }))

async function fromCertSpotter(fetchUpstream: FetchUpstream, domain: string): Promise<CertificateNames | null> {
  const listed: string[] = []
  let after = ''
  for (let page = 0; page < CERTSPOTTER_PAGES_MAX; page += 1) {
    const url = `https://api.certspotter.com/v1/issuances?domain=${domain}&include_subdomains=true&expand=dns_names${after}`
    const answered = await fetchAnswer(fetchUpstream, url, {
      controlUrl: CERTSPOTTER_CONTROL_URL,
      timeoutMs: CERTSPOTTER_TIMEOUT_MS,
    })
    const issuances = Issuances.safeParse(answered === null ? null : jsonOf(answered.text))
    if (!issuances.success) return page === 0 ? null : collected(domain, listed, true)
    const last = issuances.data.at(-1)
    if (last === undefined) return collected(domain, listed, false)
    for (const { dns_names: names } of issuances.data) listed.push(...names)
    after = `&after=${encodeURIComponent(last.id)}`
  }
  return collected(domain, listed, true)
}

function collected(domain: string, listed: readonly string[], truncated: boolean): CertificateNames {
  const names = new Set<string>()
  const wildcardParents = new Set<string>()
  for (const text of listed) {
    const wildcard = text.trim().startsWith('*.')
    const name = nameBelow(domain, wildcard ? text.trim().slice(2) : text)
    if (name !== null) (wildcard ? wildcardParents : names).add(name)
  }
  return { names, wildcardParents, truncated }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
