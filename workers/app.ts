import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, ExecutionContext, HonoRequest } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { matchedRoutes } from 'hono/route'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { addressLimited, countAddress } from '../shared/accounts/address-limit.ts'
import { DAY_SECONDS } from '../shared/platform/clock.ts'
import { ConfigurationInvalid, invalidVariables } from '../shared/platform/environment.ts'
import { describeIssue } from '../shared/platform/http/describe-issue.ts'
import { refused } from '../shared/platform/http/envelope.ts'
import { PublicError } from '../shared/platform/http/errors.ts'
import { negotiate, prefersPage } from '../shared/platform/http/negotiation.ts'
import { requestIdOf } from '../shared/platform/http/request-id.ts'
import { validationError } from '../shared/platform/http/validation.ts'
import { log } from '../shared/platform/log.ts'
import { openApiDocument } from './openapi/document.ts'
import { registerWebhooks } from './openapi/event-descriptions.ts'
import { errorPage } from './pages/error-page.ts'
import { STATIC_PAGE_HEADERS } from './pages/page-headers.ts'
import { publicError } from './public-error.ts'
import type { AppEnv, Family, ProvenCaller } from './router.ts'
import { isDashboardPath, isMcpPath, isSessionPath, requireSameOrigin } from './same-origin.ts'
import { createServices } from './services.ts'

const provideServices = (app: OpenAPIHono<AppEnv>) => {
  let document: OpenAPIObject | undefined
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestId = requestIdOf(c.req.raw)
    const services = createServices(c.env.environment, requestId, (work) =>
      c.executionCtx.waitUntil(work),
    )
    c.set('requestId', requestId)
    c.set('services', services)
    c.set('document', () => {
      document ??= openApiDocument(app, services.env.PUBLIC_URL)
      return document
    })
    c.set('dispatch', (request, proven) =>
      serve(app, request, c.env.environment, c.executionCtx, proven),
    )
    await next()
  })
}

const accessLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  await next()
  if (c.req.path !== '/health') logRequest(c, started)
})

function logRequest(c: Context<AppEnv>, started: number): void {
  const { services, caller } = c.var
  log({
    event: 'request.completed',
    request_id: services.requestId,
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    duration_ms: Date.now() - started,
    account_id: caller?.accountId,
    job_id: c.req.param('job_id')?.slice(0, IDENTIFIER_LENGTH_MAX),
    queue_sends: services.queueSends,
    object_calls: services.objectCalls,
  })
}
const IDENTIFIER_LENGTH_MAX = 64

const negotiation = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!isMcpPath(c.req.path)) await negotiate(c)
})

const safeHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  c.res.headers.set('x-request-id', c.var.requestId)
  setSafeHeaders(c.req, c.res.headers)
})

/** Browsers use only HTTPS for this host for two years (RFC 6797). */
const HTTPS_ONLY = 'max-age=63072000; includeSubDomains'

// Policy for answers that are not pages. A browser that shows such an answer as a page loads
// nothing and runs no script. Pages have their own policy.
const NO_CONTENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Without `no-store`, a proxy could store the answer of one person and show it to another. */
function setSafeHeaders(request: HonoRequest, headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_CONTENT)
  if (request.url.startsWith('https:')) headers.set('strict-transport-security', HTTPS_ONLY)
  const hasCredential =
    request.header('x-api-key') !== undefined || request.header('authorization') !== undefined
  if (hasCredential) headers.set('cache-control', 'private, no-store')
}

function routeOf(c: Context<AppEnv>): string {
  const last = matchedRoutes(c).at(-1)
  return last === undefined || last.path === '/*'
    ? 'none'
    : `${last.method} ${last.path.replace(/:(\w+)/g, '{$1}')}`
}

// Without this check, a request could fail after the service took money for it. The answer may list
// the names of variables, which are no secret, but never their values.
const requireConfiguration = createMiddleware<AppEnv>(async (c, next) => {
  const names = invalidVariables(c.env.environment)
  if (names.length === 0) return next()
  if (c.req.path === '/health') return c.json({ status: 'ok' })
  const unconfigured = unconfiguredAnswers(names)[c.req.path]
  if (unconfigured === undefined) throw new ConfigurationInvalid()
  return c.json({ status: 'unavailable', ...unconfigured }, 503)
})

// The health routes answer plain objects also while a setting is invalid.
const unconfiguredAnswers = (names: readonly string[]): Record<string, object> => ({
  '/version': {},
  '/health/ready': { invalid_variables: names },
  '/health/auth': { identity_provider: 'unavailable', database: 'unavailable' },
})

const allowedOrigins = (c: Context<AppEnv>) => c.var.services.env.DASHBOARD_ORIGINS

const allowOrigins = cors({
  origin: (origin, c: Context<AppEnv>) => (allowedOrigins(c).includes(origin) ? origin : null),
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'Accept',
    'X-API-Key',
    'X-Request-Id',
    'Idempotency-Key',
    'Last-Event-ID',
    'X-LLM-API-Key',
    'X-LLM-Provider',
  ],
  exposeHeaders: [
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    'Location',
    'Retry-After',
    'Idempotency-Replayed',
    'Content-Disposition',
    'X-LLM-API-Key-Used',
  ],
  maxAge: DAY_SECONDS,
})

// Only a CORS preflight (WHATWG Fetch) gets CORS headers. Every other OPTIONS request gets an Allow
// header instead.
function isCrossOrigin(c: Context<AppEnv>): boolean {
  if (allowedOrigins(c).length === 0 || c.env.proven !== undefined) return false
  const isPlainOptions =
    c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') === undefined
  return !isPlainOptions && !isDashboardPath(c.req.path) && !isMcpPath(c.req.path)
}

const dashboardCors = createMiddleware<AppEnv>((c, next) =>
  isCrossOrigin(c) ? allowOrigins(c, next) : next(),
)

// A calling Worker that passes an authenticated account reaches only routes that require a
// credential. Other routes would skip their own checks for it, for example the limit of sign-ins.
const requireCredentialed = (app: OpenAPIHono<AppEnv>) => {
  let credentialed: string[][] | undefined
  return createMiddleware<AppEnv>((c, next) => {
    if (c.env.proven === undefined) return next()
    credentialed ??= credentialedPaths(app)
    if (!isOneOf(credentialed, c.req.path)) throw noSuchRoute()
    return next()
  })
}

// Refuses requests of other sites to the session routes, because these routes trust a cookie. An
// application without session routes needs no such check.
const protectSession = (app: OpenAPIHono<AppEnv>) =>
  createMiddleware<AppEnv>((c, next) => {
    if (isSessionPath(c.req.path) && app.routes.some(({ path }) => isSessionPath(path)))
      requireSameOrigin(c.req.raw, c.var.services.env.PUBLIC_URL)
    return next()
  })

const noSuchRoute = () => new PublicError('NOT_FOUND', 'There is no such route.')

// Turns each path of the API description into a pattern. A segment such as `{job_id}` matches any
// text.
function credentialedPaths(app: OpenAPIHono<AppEnv>): string[][] {
  const routes = app.openAPIRegistry.definitions.flatMap((part) =>
    part.type === 'route' ? [part.route] : [],
  )
  const paths = routes.filter(({ security = [] }) => security.length > 0).map(({ path }) => path)
  return [...new Set(paths)].map((path) => path.split('/'))
}

function isOneOf(paths: readonly string[][], path: string): boolean {
  const asked = path.split('/')
  const fits = (segment: string, place: number) =>
    segment === asked[place] || (segment.startsWith('{') && asked[place] !== '')
  return paths.some((segments) => segments.length === asked.length && segments.every(fits))
}

async function refusal(c: Context<AppEnv>, error: unknown): Promise<Response> {
  const failed = publicError(error, c.var.requestId)
  const { code, message, details, status, headers } = failed
  if (!isPageVisit(c)) return c.json(refused(code, message, details), status, headers)
  const page = await errorPage(failed, { path: c.req.path, requestId: c.var.requestId })
  return c.body(page, status, {
    ...STATIC_PAGE_HEADERS,
    ...headers,
    vary: 'Accept',
    'cache-control': 'no-store',
  })
}

// True if a person opens the address in a browser, or sends a form of a page (W3C Fetch Metadata).
// Programs that do not prefer HTML always get JSON.
function isPageVisit(c: Context<AppEnv>): boolean {
  const { path, method } = c.req
  if (c.env.proven !== undefined || isMcpPath(path) || isSessionPath(path)) return false
  const isRead = method === 'GET' || method === 'HEAD'
  return (isRead || c.req.header('sec-fetch-mode') === 'navigate') && prefersPage(c)
}

async function answerMethod(c: Context<AppEnv>, methods: string[]): Promise<Response> {
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ')
  if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
  return refusal(
    c,
    new PublicError('METHOD_NOT_ALLOWED', `This route accepts ${allow}.`, { headers: { allow } }),
  )
}

export function createApp(families: readonly Family[]): OpenAPIHono<AppEnv> {
  z.config({ customError: describeIssue })
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => {
      if (!result.success)
        throw validationError(result.error.issues, c.get('known')?.[result.target])
    },
  })
  const answerOtherMethod = methodNotAllowed({ app, onMethodNotAllowed: answerMethod })
  app.use(
    provideServices(app),
    accessLog,
    negotiation,
    safeHeaders,
    requireConfiguration,
    requireCredentialed(app),
    protectSession(app),
    dashboardCors,
  )
  app.onError((error, c) => refusal(c, error))
  app.notFound(async (c) => {
    const counted = countAddress(c.var.services, c.req.raw, Date.now())
    counted.keep()
    c.res = await refusal(c, counted.isOver ? addressLimited(counted) : noSuchRoute())
    await answerOtherMethod(c, () => Promise.resolve())
    return c.res
  })
  for (const family of families) app.route('/', family)
  registerWebhooks(app.openAPIRegistry)
  return app
}

/**
 * A calling Worker may pass an account that it has authenticated (`proven`). It must check on every
 * request that the account is not closed, because no route checks this again.
 */
export function serve(
  app: OpenAPIHono<AppEnv>,
  request: Request,
  environment: object,
  context: ExecutionContext,
  proven?: ProvenCaller,
): Promise<Response> {
  return Promise.resolve(app.fetch(request, { environment, proven }, context))
}
