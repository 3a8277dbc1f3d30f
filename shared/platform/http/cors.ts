import { DAY_SECONDS } from '../clock.ts'

const PREFLIGHT_SECONDS = DAY_SECONDS
const EXPOSED = 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, Content-Disposition'
const ALLOWED =
  'Authorization, Content-Type, Accept, X-API-Key, X-Request-Id, Idempotency-Key, Last-Event-ID, X-LLM-API-Key, X-LLM-Provider'

/** The CORS headers of an answer to a page of one of the dashboard's origins (WHATWG Fetch); to any other only that the answer depends on it. */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {}
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return { vary: 'Origin' }
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
}

/** What a preflight answers besides `Allow`; empty when the origin may not call. */
export function preflightHeaders(request: Request, origins: readonly string[], allow: string): Record<string, string> {
  // The headers of every answer are added to this one too.
  const { 'access-control-allow-origin': origin } = corsHeaders(request, origins)
  if (origin === undefined || !request.headers.has('access-control-request-method')) return {}
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': ALLOWED,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  }
}
