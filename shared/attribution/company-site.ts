import { parseUrl } from '../platform/net/url.ts'
import { hasIcannSuffix, registrableDomain, siteDomain } from '../platform/public-suffix.ts'
import { isSpecialUse } from '../platform/special-use.ts'
import {
  FREE_MAIL_DOMAINS,
  PARKING_DOMAINS,
  REDIRECT_PLATFORMS,
  SHARED_PLATFORM_DOMAINS,
} from './data/provider-hosts.ts'

const SITE_CHARACTERS_MAX = 300
const HOST = /^(?:[a-z0-9_-]{1,63}\.){1,10}[a-z][a-z0-9-]{1,62}$/
const SHARED = [
  SHARED_PLATFORM_DOMAINS,
  REDIRECT_PLATFORMS,
  FREE_MAIL_DOMAINS,
  PARKING_DOMAINS,
] as const

/**
 * Registrable domain and path of the website in an entry of a register or list. Null if the text is
 * no website, and for a website that says nothing about the holder of its domain: a subdomain can
 * belong to a customer or a project.
 */
export function companySite(text: string): { domain: string; path: string } | null {
  const site = text.trim()
  if (site === '' || site.length > SITE_CHARACTERS_MAX) return null
  const url = parseUrl(/^https?:\/\//iu.test(site) ? site : `https://${site}`)
  // A user name before the host means that the text is an email address.
  if (url === null || url.username !== '') return null
  const host = url.hostname.replace(/\.$/, '')
  const domain = HOST.test(host) ? registrableDomain(host) : null
  if (domain === null || !hasIcannSuffix(host) || isSpecialUse(host)) return null
  if (host !== domain && host !== `www.${domain}`) return null
  if (siteDomain(domain) !== domain || SHARED.some((hosts) => hosts.has(domain))) return null
  return { domain, path: `${url.pathname}${url.search}` }
}
