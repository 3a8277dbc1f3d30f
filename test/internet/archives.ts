import type { Contents } from './contents.ts'
import type { HostLimits } from './host-limits.ts'
import type { SampleRequest } from './messages.ts'

const CAPTURE_PATH = /^\/web\/(?<timestamp>\d{1,14})(?<raw>id_)?\/(?<url>.+)$/s
// The archive puts its own bar above a page, unless the timestamp ends with "id_".
const BAR =
  '<div id="wm-ipp-base">The Wayback Machine is an initiative of the Internet Archive</div>'

/**
 * Simulates the Wayback Availability API at archive.org and the stored pages at web.archive.org.
 * Requests above the limit get status 429.
 */
export function answerArchive(
  contents: Contents,
  request: SampleRequest,
  limits: HostLimits,
): Response {
  const url = new URL(request.url)
  if (request.method !== 'GET') return plain(405, 'Method Not Allowed')
  if (limits.exceeded(url.hostname)) return plain(429, 'Too Many Requests')
  return url.hostname === 'archive.org' ? available(contents, url) : stored(contents, url)
}

function available(contents: Contents, url: URL): Response {
  const asked = url.searchParams.get('url')
  const unknown = [...url.searchParams.keys()].some((name) => !/^(?:url|timestamp)$/.test(name))
  if (url.pathname !== '/wayback/available' || asked === null || unknown)
    return plain(404, 'Not Found')
  const copy = copyOf(contents, `http://${asked}/`)
  const closest = copy && {
    status: '200',
    available: true,
    url: `http://web.archive.org/web/${copy.timestamp}/${copy.url}`,
    timestamp: copy.timestamp,
  }
  return Response.json({ url: asked, archived_snapshots: closest ? { closest } : {} })
}

function stored(contents: Contents, url: URL): Response {
  const asked = CAPTURE_PATH.exec(`${url.pathname}${url.search}`)?.groups
  const copy = asked && copyOf(contents, asked.url ?? '')
  if (!asked || !copy) return plain(404, 'Not Found')
  const raw = asked.raw ?? ''
  const to = `https://web.archive.org/web/${copy.timestamp}${raw}/`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'memento-datetime': instantOf(copy.timestamp).toUTCString(),
  }
  if (copy.leads_to !== undefined && copy.leads_to !== asked.url)
    return new Response(null, { status: 302, headers: { location: `${to}${copy.leads_to}` } })
  if (asked.timestamp !== copy.timestamp)
    return new Response(null, { status: 302, headers: { location: `${to}${copy.url}` } })
  return new Response(raw === '' ? `${BAR}${copy.html}` : copy.html, { headers })
}

function copyOf(contents: Contents, url: string) {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const found = [...contents.world.domains.values()].find(
    ({ domain, archived }) =>
      archived !== undefined &&
      (host === domain ||
        host === `www.${domain}` ||
        (archived.leads_to !== undefined && host === new URL(archived.leads_to).hostname)),
  )
  return found?.archived && { url: `http://${found.domain}:80/`, ...found.archived }
}

const instantOf = (timestamp: string): Date =>
  new Date(timestamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain' } })
