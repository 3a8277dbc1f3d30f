import { z } from 'zod'
import { writtenHost } from '../../../platform/net/url.ts'
import { parseAdsTxt } from '../site-files/ads-txt.ts'
import { objectAround } from '../site-files/sellers-json.ts'

const SUBDOMAIN = /^\s{0,20}subdomain\s{0,5}=\s{0,5}([a-z0-9.-]{4,253})/iu
const LINES_MAX = 20_000
const LINE_LENGTH_MAX = 500
const HOSTS_MAX = 100
const SELLERS_MAX = 50

/** Hosts in the lines MANAGERDOMAIN and SUBDOMAIN of an ads.txt. Source: IAB Tech Lab, 1.1. */
export function readDelegatedHosts(text: string): string[] {
  const managers = parseAdsTxt(text)?.manager_domains ?? []
  const subdomains = text
    .split(/\r\n|\r|\n/u, LINES_MAX)
    .flatMap((line) => SUBDOMAIN.exec(line.slice(0, LINE_LENGTH_MAX))?.[1]?.toLowerCase() ?? [])
  return [...managers, ...subdomains.slice(0, HOSTS_MAX)]
}

const Seller = z.object({ name: z.string().max(300), domain: z.string().max(300) })

/**
 * Names of the sellers with the given domain in a sellers.json (IAB Tech Lab). The file may be cut
 * off, so only the JSON object around each occurrence of the domain is parsed.
 */
export function readSellerNames(text: string, domain: string): string[] {
  const names: string[] = []
  const needle = `${domain}"`
  let at = text.indexOf(needle)
  for (let tries = 0; at >= 0 && tries < SELLERS_MAX; tries += 1) {
    const seller = Seller.safeParse(objectAround(text, at)).data
    if (seller !== undefined && writtenHost(seller.domain)?.replace(/^www\./u, '') === domain)
      names.push(seller.name)
    at = text.indexOf(needle, at + needle.length)
  }
  return names
}
