import { charsetOf, encodeText } from './charsets.ts'
import type { Site, WebEntry } from './domain-file.ts'

const NOT_FOUND_PAGE =
  '<!doctype html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>'

/**
 * Returns all responses of a site: its pages, a 404 page, and redirects to the origin `home` from
 * the other three origins (http or https, with or without `www.`).
 */
export function expandSite(site: Site, domain: string): Record<string, WebEntry> {
  const home = new URL(site.home)
  const headers = {
    'content-type': `text/html; charset=${site.charset}`,
    server: site.server,
    ...site.headers,
  }
  const entries: Record<string, WebEntry> = {}
  for (const [path, page] of Object.entries(site.pages)) {
    const entry: WebEntry =
      typeof page === 'string' || Array.isArray(page)
        ? { status: 200, headers: {}, body: page }
        : page
    entries[`${home.origin}${path}`] = {
      ...entry,
      headers: { ...headers, ...typeByPath(path), ...entry.headers },
    }
  }
  entries[`${home.origin}/*`] ??= { status: 404, headers, body: NOT_FOUND_PAGE }
  for (const host of new Set([home.host, domain, `www.${domain}`])) {
    for (const scheme of ['http', 'https']) {
      const origin = `${scheme}://${host}`
      if (origin === home.origin) continue
      entries[`${origin}/*`] ??= {
        status: 301,
        headers: { location: `${home.origin}{path}`, server: site.server },
      }
    }
  }
  return entries
}

function typeByPath(path: string): Record<string, string> {
  if (path.endsWith('.txt')) return { 'content-type': 'text/plain; charset=utf-8' }
  if (path.endsWith('.json') || path.endsWith('/apple-app-site-association'))
    return { 'content-type': 'application/json' }
  if (path.endsWith('.xml')) return { 'content-type': 'application/xml' }
  return {}
}

export function bodyBytes(entry: WebEntry): Buffer {
  if (entry.body_base64 !== undefined) return Buffer.from(entry.body_base64, 'base64')
  const text = Array.isArray(entry.body) ? entry.body.join('\n') : (entry.body ?? '')
  return encodeText(text, charsetOf(entry.headers['content-type']))
}
