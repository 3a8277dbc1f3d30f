import { registrableDomain } from '../../../platform/public-suffix.ts'
import type { HttpProbeEvidence } from '../../page-evidence.ts'

type AdsTxt = NonNullable<HttpProbeEvidence['ads_txt']>

const LINES_MAX = 20_000
const LINE_LENGTH_MAX = 500
const DIRECT_MAX = 100
const VALUES_MAX = 20

/**
 * Source: IAB Tech Lab, ads.txt 1.1. Ids in RESELLER lines belong to other companies and are left
 * out. Null for a file in another format.
 */
export function parseAdsTxt(text: string): AdsTxt | null {
  if (/^\s{0,200}</u.test(text)) return null
  const file: AdsTxt = { owner_domain: null, manager_domains: [], contacts: [], direct: [] }
  let understood = 0
  for (const line of text.split(/\r\n|\r|\n/u, LINES_MAX)) {
    const content = (line.slice(0, LINE_LENGTH_MAX).split('#')[0] ?? '')
      .replace(/^\ufeff/u, '')
      .trim()
    if (content === '') continue
    if (readVariable(content, file) || readRecord(content, file)) understood += 1
  }
  return understood === 0 ? null : file
}

function readVariable(line: string, file: AdsTxt): boolean {
  const match = /^([A-Za-z]{3,30})\s{0,5}=\s{0,5}(.+)$/u.exec(line)
  const value = (match?.[2] ?? '').trim()
  switch (match?.[1]?.toUpperCase()) {
    case 'OWNERDOMAIN':
      file.owner_domain ??= domainOf(value)
      return true
    case 'MANAGERDOMAIN': {
      // A country may follow the domain: "manager.example, US".
      const domain = domainOf(value.split(',')[0] ?? '')
      if (domain !== null && file.manager_domains.length < VALUES_MAX)
        file.manager_domains.push(domain)
      return true
    }
    case 'CONTACT':
      if (file.contacts.length < VALUES_MAX) file.contacts.push(value.slice(0, 200))
      return true
    case 'SUBDOMAIN':
    case 'INVENTORYPARTNERDOMAIN':
      return true
    default:
      return false
  }
}

// Reads a line "system, seller id, DIRECT or RESELLER[, certification id]". Returns false for any
// other line.
function readRecord(line: string, file: AdsTxt): boolean {
  const [system, sellerId, relation] = line.split(/[,;]/u, 4).map((field) => field.trim())
  if (!sellerId || !/^(?:DIRECT|RESELLER)\b/iu.test(relation ?? '')) return false
  const domain = bareHost(system ?? '')
  if (domain === null) return false
  if (/^DIRECT\b/iu.test(relation ?? '') && file.direct.length < DIRECT_MAX)
    file.direct.push({ system: domain, seller_id: sellerId.slice(0, 100) })
  return true
}

const bareHost = (text: string): string | null => {
  const host =
    text
      .toLowerCase()
      .replace(/^https?:\/\//u, '')
      .split('/')[0] ?? ''
  return /^[a-z0-9][a-z0-9.-]{1,250}\.[a-z0-9-]{2,63}$/u.test(host) ? host : null
}

const domainOf = (text: string): string | null => {
  const host = bareHost(text.trim())
  return host === null ? null : registrableDomain(host)
}
