const PREFLIGHT_SECONDS = 86_400
const EXPOSED = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, Content-Disposition'
const ALLOWED =
  'Authorization, Content-Type, Accept, X-API-Key, X-Request-Id, Idempotency-Key, Last-Event-ID, X-LLM-API-Key, X-LLM-Provider'

/** The CORS headers of an answer to a page of one of the dashboard's origins (WHATWG Fetch); none for any other origin. */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return {}
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
}

/** What a preflight answers besides `Allow`; empty when the origin may not call. */
export function preflightHeaders(request: Request, origins: readonly string[], allow: string): Record<string, string> {
  const headers = corsHeaders(request, origins)
  if (headers['access-control-allow-origin'] === undefined || !request.headers.has('access-control-request-method'))
    return headers
  return {
    ...headers,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': ALLOWED,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  }
}
