import { PublicError } from '../shared/platform/http/errors.ts'

/**
 * True for routes that trust the session cookie. A browser sends this cookie also if another site
 * causes the request, so these routes need `requireSameOrigin`.
 */
export const isSessionPath = (path: string): boolean => /^\/(?:session|app\/api)(?:\/|$)/.test(path)

/** No other origin may read the pages and routes of the dashboard, so they get no CORS headers. */
export const isDashboardPath = (path: string): boolean => /^\/(?:session|app)(?:\/|$)/.test(path)

/** Path of the MCP server. Its answers are JSON-RPC, never TOON, and it gets no CORS headers. */
export const MCP_PATH = '/mcp'

/** True for MCP_PATH, also with a slash at the end, which some clients add. */
export const isMcpPath = (path: string): boolean => path === MCP_PATH || path === `${MCP_PATH}/`

/**
 * Prevents cross-site request forgery. Browsers set `Sec-Fetch-Site` (W3C Fetch Metadata) and
 * `Origin` (RFC 6454), and no page can change them. At least one of these headers must be present,
 * and none may name another site. Throws PublicError FORBIDDEN.
 */
export function requireSameOrigin(request: Request, publicUrl: string): void {
  if (isFree(request)) return
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isSite = site === 'same-origin'
  const isOrigin = origin === new URL(publicUrl).origin
  if ((isSite || isOrigin) && (isSite || site === null) && (isOrigin || origin === null)) return
  throw new PublicError('FORBIDDEN', 'This request does not come from a page of the dashboard.')
}

// True for a request that only reads, which needs no check. A GET that buys external history needs
// it, because a page on another host of our site could cause it.
function isFree({ method, url }: Request): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && !new URL(url).searchParams.has('include_external')
  )
}
