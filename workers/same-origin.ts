import { PublicError } from '../shared/platform/http/errors.ts'

/**
 * These routes trust the session cookie, which a browser also sends with requests that another site
 * causes.
 */
export const isSessionPath = (path: string): boolean => /^\/(?:session|app\/api)(?:\/|$)/.test(path)

/** No other origin may read the pages and routes of the dashboard, so they get no CORS headers. */
export const isDashboardPath = (path: string): boolean => /^\/(?:session|app)(?:\/|$)/.test(path)

/** Answers are JSON-RPC, never TOON, and no web page may call the path. */
export const MCP_PATH = '/mcp'

/** Some clients add a slash to the address. */
export const isMcpPath = (path: string): boolean => path === MCP_PATH || path === `${MCP_PATH}/`

/**
 * Cross-site request forgery: browsers set `Sec-Fetch-Site` (W3C Fetch Metadata) and `Origin` (RFC
 * 6454), and no page can change them. One must be right, none may be wrong. Throws PublicError
 * FORBIDDEN.
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

/**
 * The purchase of external history is the only GET that costs something. A page of another host of
 * our site could cause it.
 */
function isFree({ method, url }: Request): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && !new URL(url).searchParams.has('include_external')
  )
}
