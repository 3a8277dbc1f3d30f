import { z } from 'zod'
import {
  askLogs,
  CERT_SPOTTER,
  CRT_SH,
  type LogAccess,
  type LogAnswer,
  type LogQuestion,
} from '../attribution/certificate-logs.ts'
import { parseJson } from '../platform/crypto/encodings.ts'
import { nameBelow } from './names-below.ts'

export interface CertificateNames {
  names: Set<string>
  /** Each `<name>` that has a certificate for `*.<name>`. The name itself may not exist. */
  wildcardParents: Set<string>
  truncated: boolean
}

/** crt.sh is slow for large domains. After this time, Cert Spotter is asked instead. */
const CRT_SH_TIMEOUT_MS = 12_000
const BODY_BYTES_MAX = 6 * 1024 * 1024
/** Number of pages that are read. Each page has at most 100 certificates. */
const CERTSPOTTER_PAGES_MAX = 10
const CERTSPOTTER_TIMEOUT_MS = 6_000

/**
 * Names in certificates for the domain, from the first log that answers. Null if no log answers.
 */
export async function certificateNames(
  access: LogAccess,
  domain: string,
): Promise<CertificateNames | null> {
  const crtSh: LogQuestion<Listed> = {
    host: CRT_SH,
    url: `https://crt.sh/?q=%25.${domain}&output=json&deduplicate=Y`,
    timeoutMs: CRT_SH_TIMEOUT_MS,
    bytesMax: BODY_BYTES_MAX,
    read({ text, truncated }) {
      const names = parseCrtSh(domain, text, truncated)
      return names === null ? null : { names, nextPage: null }
    },
  }
  const firstPage = certSpotterPage(domain, '')
  const asked = await askLogs(
    access,
    access.certSpotterKey === undefined ? [crtSh, firstPage] : [firstPage, crtSh],
  )
  return asked.outcome === 'answered' ? withLaterPages(access, domain, asked.answer) : null
}

/** `nextPage` is the id after which Cert Spotter continues. Null if there is no further page. */
interface Listed {
  names: CertificateNames
  nextPage: string | null
}

const CrtShRow = z.object({ common_name: z.string().nullish(), name_value: z.string().nullish() })

/**
 * `name_value` has one name on each line, but also organisations and email addresses. If the text
 * was cut, the rows that are complete are used. Null if the text is not a JSON list.
 */
export function parseCrtSh(
  domain: string,
  text: string,
  truncated: boolean,
): CertificateNames | null {
  const rows = z.array(z.unknown()).safeParse(parseJson(truncated ? completeRows(text) : text))
  if (!rows.success) return null
  const listed: string[] = []
  for (const row of rows.data) {
    const parsed = CrtShRow.safeParse(row)
    if (parsed.success)
      listed.push(parsed.data.common_name ?? '', ...(parsed.data.name_value ?? '').split('\n'))
  }
  return collected(domain, listed, truncated)
}

function completeRows(text: string): string {
  const end = text.lastIndexOf('},')
  return end < 0 ? text : `${text.slice(0, end + 1)}]`
}

const Issuances = z.array(z.object({ id: z.string(), dns_names: z.array(z.string()).default([]) }))

function certSpotterPage(domain: string, after: string): LogQuestion<Listed> {
  const query = `domain=${domain}&include_subdomains=true&expand=dns_names`
  const from = after === '' ? '' : `&after=${encodeURIComponent(after)}`
  return {
    host: CERT_SPOTTER,
    url: `https://api.certspotter.com/v1/issuances?${query}${from}`,
    timeoutMs: CERTSPOTTER_TIMEOUT_MS,
    bytesMax: BODY_BYTES_MAX,
    read({ text }) {
      const issuances = Issuances.safeParse(parseJson(text))
      if (!issuances.success) return null
      const names = issuances.data.flatMap(({ dns_names: listed }) => listed)
      return { names: collected(domain, names, false), nextPage: issuances.data.at(-1)?.id ?? null }
    },
  }
}

// Reads the further pages. If one fails, the names of the pages before it are returned with
// `truncated`.
async function withLaterPages(
  access: LogAccess,
  domain: string,
  first: Listed,
): Promise<CertificateNames> {
  const { names } = first
  let after = first.nextPage
  for (let page = 1; page < CERTSPOTTER_PAGES_MAX && after !== null; page += 1) {
    const asked: LogAnswer<Listed> = await askLogs(access, [certSpotterPage(domain, after)])
    if (asked.outcome !== 'answered') return { ...names, truncated: true }
    for (const name of asked.answer.names.names) names.names.add(name)
    for (const name of asked.answer.names.wildcardParents) names.wildcardParents.add(name)
    after = asked.answer.nextPage
  }
  return { ...names, truncated: names.truncated || after !== null }
}

function collected(
  domain: string,
  listed: readonly string[],
  truncated: boolean,
): CertificateNames {
  const names = new Set<string>()
  const wildcardParents = new Set<string>()
  for (const text of listed) {
    const wildcard = text.trim().startsWith('*.')
    const name = nameBelow(domain, wildcard ? text.trim().slice(2) : text)
    if (name !== null) (wildcard ? wildcardParents : names).add(name)
  }
  return { names, wildcardParents, truncated }
}
