import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, ExecutionContext } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { matchedRoutes } from 'hono/route'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { addressLimited, takeAddressSlot } from '../shared/accounts/address-limit.ts'
import { DAY_SECONDS } from '../shared/platform/clock.ts'
import { ConfigurationInvalid, invalidVariables } from '../shared/platform/environment.ts'
import { refused } from '../shared/platform/http/envelope.ts'
import { PublicError } from '../shared/platform/http/errors.ts'
import { negotiate } from '../shared/platform/http/negotiation.ts'
import { requestIdOf } from '../shared/platform/http/request-id.ts'
import { validationError } from '../shared/platform/http/validation.ts'
import { log } from '../shared/platform/log.ts'
import { openApiDocument } from './openapi/document.ts'
import { publicError } from './public-error.ts'
import type { AppEnv, Family, ProvenCaller } from './router.ts'
import { isDashboardPath, isSessionPath, MCP_PATH, requireSameOrigin } from './same-origin.ts'
import { createServices } from './services.ts'

const finishAnswer = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  await next()
  c.res.headers.set('x-request-id', c.get('requestId'))
  setSafeHeaders(c)
  if (c.req.path === '/health') return
  const { services, caller } = c.var
  log({
    event: 'request.completed',
    request_id: c.var.requestId,
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    duration_ms: Date.now() - started,
    account_id: caller?.accountId,
    job_id: c.req.param('job_id')?.slice(0, IDENTIFIER_LENGTH_MAX),
    queue_sends: services.queueSends,
    object_calls: services.objectCalls,
  })
})
const IDENTIFIER_LENGTH_MAX = 64

/** A browser then uses only https for this host and its subdomains, for two years (RFC 6797). */
const HTTPS_ONLY = 'max-age=63072000; includeSubDomains'

/** An answer that is no page may load, run and embed nothing if a browser shows it. Pages have their own policy. */
const NO_CONTENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** An answer to a credential is for this caller only. Without `no-store`, a proxy or browser could show it to another person. */
function setSafeHeaders(c: Context<AppEnv>): void {
  const { headers } = c.res
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_CONTENT)
  if (c.req.url.startsWith('https:')) headers.set('strict-transport-security', HTTPS_ONLY)
  const hasCredential = c.req.header('x-api-key') !== undefined || c.req.header('authorization') !== undefined
  if (hasCredential) headers.set('cache-control', 'private, no-store')
}

function routeOf(c: Context<AppEnv>): string {
  const last = matchedRoutes(c).at(-1)
  return last === undefined || last.path === '/*' ? 'none' : `${last.method} ${last.path.replace(/:(\w+)/g, '{$1}')}`
}

/**
 * One invalid variable stops every route except the health checks. Otherwise a request could fail after it took money, and most others
 * would hide the mistake. The names of variables are no secret; their values are never shown.
 */
const requireConfiguration = createMiddleware<AppEnv>((c, next) => {
  const names = invalidVariables(c.env.environment)
  if (names.length === 0) return next()
  if (c.req.path === '/health') return Promise.resolve(c.json({ status: 'ok' }))
  if (c.req.path === '/health/ready') {
    return Promise.resolve(c.json({ status: 'unavailable', invalid_variables: names }, 503))
  }
  throw new ConfigurationInvalid()
})

// `c.var` copies all variables on each access, so code that runs for every request uses `c.get`.
const allowedOrigins = (c: Context<AppEnv>) => c.get('services').env.DASHBOARD_ORIGINS

const dashboardCors = cors({
  origin: (origin, c: Context<AppEnv>) => (allowedOrigins(c).includes(origin) ? origin : null),
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    ...['Authorization', 'Content-Type', 'Accept', 'X-API-Key', 'X-Request-Id', 'Idempotency-Key', 'Last-Event-ID'],
    ...['X-LLM-API-Key', 'X-LLM-Provider'],
  ],
  exposeHeaders: [
    ...['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Idempotency-Replayed', 'Content-Disposition'],
    'X-LLM-API-Key-Used',
  ],
  maxAge: DAY_SECONDS,
})

/**
 * Allows CORS requests from the configured dashboard origins. For an OPTIONS request that is not a CORS preflight (WHATWG Fetch), the
 * response has an Allow header and no CORS headers.
 */
const corsWhereConfigured = createMiddleware<AppEnv>((c, next) => {
  const isPlainOptions = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') === undefined
  const isOfPage = c.env.proven !== undefined || isDashboardPath(c.req.path) || c.req.path === MCP_PATH
  return allowedOrigins(c).length === 0 || isPlainOptions || isOfPage ? next() : dashboardCors(c, next)
})

/** An application without the session routes has no route that trusts the cookie. */
const refuseOtherSites = (app: OpenAPIHono<AppEnv>) =>
  createMiddleware<AppEnv>((c, next) => {
    if (isSessionPath(c.req.path) && app.routes.some(({ path }) => isSessionPath(path))) {
      requireSameOrigin(c.req.raw, c.var.services.env.PUBLIC_URL)
    }
    return next()
  })

/**
 * A caller that is already authenticated reaches only routes that need a credential. Any other route would run without its own checks, for
 * example the limit of sign-ins.
 */
const requireCredentialedRoute = (credentialed: () => readonly string[][]) =>
  createMiddleware<AppEnv>((c, next) => {
    if (c.env.proven !== undefined && !isOneOf(credentialed(), c.req.path)) throw noSuchRoute()
    return next()
  })

const noSuchRoute = () => new PublicError('NOT_FOUND', 'There is no such route.')

/** Returns the paths of all routes that need a credential, as segments. A segment such as `{job_id}` stands for any text. */
function credentialedPaths(app: OpenAPIHono<AppEnv>): string[][] {
  const routes = app.openAPIRegistry.definitions.flatMap((part) => (part.type === 'route' ? [part.route] : []))
  const paths = routes.filter(({ security = [] }) => security.length > 0).map(({ path }) => path)
  return [...new Set(paths)].map((path) => path.split('/'))
}

function isOneOf(paths: readonly string[][], path: string): boolean {
  const asked = path.split('/')
  const fits = (segment: string, place: number) =>
    segment === asked[place] || (segment.startsWith('{') && asked[place] !== '')
  return paths.some((segments) => segments.length === asked.length && segments.every(fits))
}

function refusal(c: Context<AppEnv>, error: unknown): Response {
  const { code, message, details, status, headers } = publicError(error, c.var.requestId)
  return c.json(refused(code, message, details), status, headers)
}

function answerMethod(c: Context<AppEnv>, methods: string[]): Response {
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ')
  if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
  return refusal(c, new PublicError('METHOD_NOT_ALLOWED', `This route accepts ${allow}.`, { headers: { allow } }))
}

/** Creates the application with the given groups of routes. Production uses all groups; a test or another Worker can use some of them. */
export function createApp(families: readonly Family[]): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw validationError(result.error.issues)
    },
  })
  let document: OpenAPIObject | undefined
  let credentialed: string[][] | undefined
  app.use(
    requestId({ headerName: '', generator: (c) => requestIdOf(c.req.raw) }),
    async (c, next) => {
      const services = createServices(c.env.environment, c.var.requestId, (work) => c.executionCtx.waitUntil(work))
      c.set('services', services)
      c.set('document', () => {
        document ??= openApiDocument(app, services.env.PUBLIC_URL)
        return document
      })
      c.set('dispatch', (request, proven) => serve(app, request, c.env.environment, c.executionCtx, proven))
      await next()
    },
    finishAnswer,
    (c, next) => (c.req.path === MCP_PATH ? next() : negotiate(c, next)),
    requireConfiguration,
    requireCredentialedRoute(() => {
      credentialed ??= credentialedPaths(app)
      return credentialed
    }),
    refuseOtherSites(app),
    corsWhereConfigured,
    methodNotAllowed({ app, onMethodNotAllowed: answerMethod }),
  )
  app.onError((error, c) => refusal(c, error))
  app.notFound((c) => {
    const slot = takeAddressSlot(c.var.services, c.req.raw, Date.now())
    slot.keep()
    return refusal(c, slot.isOver ? addressLimited(slot) : noSuchRoute())
  })
  for (const family of families) app.route('/', family)
  return app
}

/**
 * Handles an API request. A calling Worker can pass an account that it has already authenticated (`proven`), so that the request needs no
 * credential. That Worker must check for every request that the account is open, because no route checks this again.
 */
export async function serve(
  app: OpenAPIHono<AppEnv>,
  request: Request,
  environment: object,
  context: ExecutionContext,
  proven?: ProvenCaller,
): Promise<Response> {
  return app.fetch(request, { environment, proven }, context)
}
