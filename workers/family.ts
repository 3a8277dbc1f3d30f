import type { ExecutionContext } from '@cloudflare/workers-types'
import { OpenAPIHono, type RouteConfig, type RouteHandler } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { callerWithBearer, callerWithKey, noteKeyUse, requireKeyForm } from '../shared/accounts/credentials.ts'
import type { Peppers } from '../shared/accounts/key-tokens.ts'
import { type RateLimitSettings, takeToken } from '../shared/accounts/rate-limit.ts'
import { once } from '../shared/idempotency/once.ts'
import type { Caller } from '../shared/platform/caller.ts'
import { connect, type Database, isUnreachable } from '../shared/platform/db/client.ts'
import { ConfigurationInvalid, slice, vars } from '../shared/platform/environment.ts'
import { corsHeaders, preflightHeaders } from '../shared/platform/http/cors.ts'
import { type EndpointTraits, traitsOf } from '../shared/platform/http/endpoint.ts'
import { refused } from '../shared/platform/http/envelope.ts'
import { type ErrorDetail, PublicError, unauthorized } from '../shared/platform/http/errors.ts'
import { negotiated } from '../shared/platform/http/negotiation.ts'
import { BODY_BYTES_MAX, checkedBody } from '../shared/platform/http/request-body.ts'
import { requestIdOf } from '../shared/platform/http/request-id.ts'
import { describeError, log } from '../shared/platform/log.ts'

/** What a handler finds in `c.var`. `db` and `caller` are there on routes that need them; reading one that is not is a bug and throws. */
export interface Variables {
  requestId: string
  db: Database
  caller: Caller
  /** Sends and object calls of this request, for its log line. */
  counts: { queueSends: number; objectCalls: number }
  /** The matched route, as `GET /jobs/{job_id}`. */
  route: string
  /** Under an Idempotency-Key: what the operation names the things that it makes, the same on every try. */
  operationSuffix: string | undefined
  /** Headers that the answer gets whatever it is. */
  answerHeaders: Record<string, string>
}

export interface FamilyEnv<Bindings extends object = object> {
  Bindings: Bindings
  Variables: Variables
}

/** What a handler gets, for functions that serve several handlers of a family. */
export type FamilyContext<Bindings extends object> = Context<FamilyEnv<Bindings>>

/** One family of routes: complete, so that it can be lifted out and served alone. */
export interface Family {
  fetch(request: Request, environment: object, context: ExecutionContext): Promise<Response>
  endpoints: readonly { method: string; path: string; pattern: RegExp; traits: EndpointTraits }[]
  definitions: OpenAPIHono['openAPIRegistry']['definitions']
}

type Handler<Route extends RouteConfig, Bindings extends object> = (
  c: Parameters<RouteHandler<Route, FamilyEnv<Bindings>>>[0],
) => Response | Promise<Response>

export interface FamilyApp<Bindings extends object> {
  openapi<Route extends RouteConfig & { getRoutingPath(): string }>(
    route: Route,
    handler: Handler<Route, Bindings>,
  ): void
}

const IDENTIFIER_LENGTH_MAX = 64
const FIELDS_NAMED_MAX = 20
const FIELD_LENGTH_MAX = 200

/** Zod's issues as the contract's details, first offending field first. */
export function validationError(
  issues: readonly { path: PropertyKey[]; message: string; keys?: string[] }[],
): PublicError {
  const details: ErrorDetail[] = issues.flatMap(({ path, message, keys }) => {
    // A field that is not known is named itself, not the object that it stands in.
    const paths = keys === undefined ? [path] : keys.slice(0, FIELDS_NAMED_MAX).map((key) => [...path, key])
    return paths.map((each) => ({
      path: each.map(String).join('.').slice(0, FIELD_LENGTH_MAX) || '(body)',
      message: keys === undefined ? message : 'is not a known field',
    }))
  })
  const first = details[0]
  return new PublicError(
    'VALIDATION_ERROR',
    first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}`,
    { details },
  )
}

/** Throws PublicError VALIDATION_ERROR for a query with the character U+0000, which no text in Postgres can hold. */
function refuseNul(url: string): void {
  if (!url.includes('%00')) return
  const names = [...new URL(url).searchParams].filter(([, value]) => value.includes('\0')).map(([name]) => name)
  if (names.length > 0)
    throw validationError(names.map((name) => ({ path: [name], message: 'must not contain the character U+0000' })))
}

/** Anything thrown, as what a caller may read. What is not public is logged by name and answered with one fixed sentence. */
function publicError(error: unknown, requestId: string): PublicError {
  if (error instanceof PublicError) return error
  if (error instanceof ConfigurationInvalid) return new PublicError('UNAVAILABLE', error.message)
  if (error instanceof HTTPException) {
    return error.status === 415
      ? new PublicError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
      : new PublicError('MALFORMED_JSON', 'The body is not valid JSON.')
  }
  if (isUnreachable(error)) {
    log({ event: 'database.unreachable', request_id: requestId, error: describeError(error) })
    return new PublicError('UNAVAILABLE', 'The service is out of reach of its database; try again shortly.', {
      headers: { 'retry-after': '5' },
    })
  }
  log({ event: 'request.broke', request_id: requestId, error: describeError(error) })
  return new PublicError('INTERNAL', 'Something went wrong on our side. The request id will help us find it.')
}

function errorResponse(error: unknown, requestId: string): Response {
  const known = publicError(error, requestId)
  return Response.json(refused(known.code, known.message, known.details), {
    status: known.status,
    headers: known.headers,
  })
}

const isIdempotent = ({ idempotent = false }: EndpointTraits, request: Request) =>
  typeof idempotent === 'boolean' ? idempotent : idempotent(request)

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`)

/** OPTIONS, a method that a known path does not have, or a path that is not known. */
function answerUnrouted(
  endpoints: Family['endpoints'],
  request: Request,
  origins: readonly string[],
  requestId: string,
): Response {
  const { pathname } = new URL(request.url)
  const methods = endpoints.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method)
  if (methods.length === 0) return errorResponse(new PublicError('NOT_FOUND', 'There is no such route.'), requestId)
  const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { allow, ...preflightHeaders(request, origins, allow) } })
  }
  return errorResponse(
    new PublicError('METHOD_NOT_ALLOWED', `This route takes ${allow}.`, { headers: { allow } }),
    requestId,
  )
}

/** What every family needs, and what those need whose routes ask for a credential. */
const EVERY_FAMILY = vars('DASHBOARD_ORIGINS')
const WITH_CREDENTIALS = vars(
  'DATABASE_URL',
  'API_KEY_PEPPER',
  'IDP_URL',
  'RATE_LIMITS_PER_MINUTE',
  'UPSTASH_REDIS_REST_URL',
  'UPSTASH_REDIS_REST_TOKEN',
)

/** The part of WITH_CREDENTIALS by which a credential is proven. */
interface CredentialBindings {
  DATABASE_URL: string
  API_KEY_PEPPER: Peppers
  IDP_URL: string
}

/**
 * Sets `db`, proves the route's credential and returns whose it is. The API key wins on routes that take one. null on open routes and
 * on those whose credential is joined with their own query, which call `acceptCaller` themselves. Throws PublicError UNAUTHORIZED, UNAVAILABLE.
 */
async function authenticate<Env extends FamilyEnv>(c: Context<Env>, traits: EndpointTraits): Promise<Caller | null> {
  const bindings = c.env as unknown as Partial<CredentialBindings>
  if (bindings.DATABASE_URL !== undefined) c.set('db', connect(bindings.DATABASE_URL, c.get('requestId')))
  if (traits.credential === 'none') return null
  if (traits.credentialJoined === true) {
    if (traits.credential === 'key') requireKeyForm(c.req.raw)
    return null
  }
  const env = c.env as unknown as CredentialBindings
  const withKey = traits.credential !== 'bearer' && c.req.header('x-api-key') !== undefined
  if (withKey) return callerWithKey(c.get('db'), c.req.raw, env.API_KEY_PEPPER)
  if (traits.credential === 'key') throw unauthorized()
  return callerWithBearer({ req: c.req, env, var: c.var, executionCtx: c.executionCtx })
}

/** Takes the caller in: remembers who it is and takes one token of the account's rate. Throws PublicError RATE_LIMITED. */
export async function acceptCaller<Env extends FamilyEnv>(c: Context<Env>, caller: Caller): Promise<void> {
  c.set('caller', caller)
  noteKeyUse({ env: c.env as unknown as CredentialBindings, executionCtx: c.executionCtx }, caller)
  const settings = c.env as unknown as RateLimitSettings
  c.set('answerHeaders', await takeToken(settings, caller, Date.now(), c.get('requestId')))
}

/** Request id before everything, form of the answer and one log line after everything. */
async function frame<Env extends FamilyEnv>(c: Context<Env>, next: () => Promise<void>): Promise<void> {
  const started = Date.now()
  c.set('requestId', requestIdOf(c.req.raw))
  c.set('counts', { queueSends: 0, objectCalls: 0 })
  c.set('answerHeaders', {})
  await next()
  const negotiation = negotiated(c.res, c.req.raw.headers.get('accept'))
  const answer = negotiation instanceof Response ? negotiation : await negotiation
  if (answer !== c.res) {
    // Hono lays a replaced answer's headers over the new one's unless it is taken away first.
    c.res = undefined
    c.res = answer
  }
  const { headers } = c.res
  headers.set('x-request-id', c.get('requestId'))
  const { DASHBOARD_ORIGINS: origins = [] } = c.env as { DASHBOARD_ORIGINS?: string[] }
  const more: Record<string, string> = { ...c.get('answerHeaders'), ...corsHeaders(c.req.raw, origins) }
  for (const [name, value] of Object.entries(more)) {
    if (name === 'vary') headers.append(name, value)
    else headers.set(name, value)
  }
  if (c.get('route') === 'GET /health') return
  log({
    event: 'request.completed',
    request_id: c.get('requestId'),
    method: c.req.method,
    route: c.get('route') ?? 'none',
    status: c.res.status,
    duration_ms: Date.now() - started,
    account_id: c.get('caller')?.accountId,
    job_id: c.req.param('job_id')?.slice(0, IDENTIFIER_LENGTH_MAX),
    queue_sends: c.get('counts').queueSends,
    object_calls: c.get('counts').objectCalls,
  })
}

/**
 * A family of routes from what it needs of the environment and what it answers. Around every handler: request id, credential, size
 * and type of the body, validation, errors in the envelope, JSON or TOON, one log line.
 */
export function family<Needs extends z.ZodObject>(
  needs: Needs,
  build: (app: FamilyApp<z.output<Needs>>) => void,
): Family {
  type Env = FamilyEnv<z.output<Needs>>
  const endpoints: Family['endpoints'][number][] = []
  const app = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw validationError(result.error.issues)
    },
  })
  app.onError((error, c) => errorResponse(error, c.var.requestId))
  app.notFound((c) => {
    const { DASHBOARD_ORIGINS: origins = [] } = c.env as { DASHBOARD_ORIGINS?: string[] }
    return answerUnrouted(endpoints, c.req.raw, origins, c.var.requestId)
  })
  app.use('*', frame)
  build({
    openapi(route, handler) {
      const traits = traitsOf(route)
      const name = `${route.method.toUpperCase()} ${route.path}`
      endpoints.push({ method: route.method.toUpperCase(), path: route.path, pattern: patternOf(route.path), traits })
      const guard = async (c: Context<Env>, next: () => Promise<void>) => {
        c.set('route', name)
        const caller = await authenticate(c, traits)
        if (caller !== null) {
          await acceptCaller(c, caller)
          traits.admits?.(caller)
        }
        refuseNul(c.req.url)
        if (route.request?.body !== undefined) {
          c.req.raw = await checkedBody(
            c.req.raw,
            traits.bodyTypes ?? ['application/json'],
            traits.bodyBytesMax ?? BODY_BYTES_MAX,
          )
        }
        if (caller !== null && isIdempotent(traits, c.req.raw)) {
          return once(c, async (operationSuffix) => {
            c.set('operationSuffix', operationSuffix)
            await next()
            return c.res
          })
        }
        await next()
      }
      app.openapi({ ...route, middleware: [guard] }, handler as never)
    },
  })
  const asksCredential = endpoints.some(({ traits }) => traits.credential !== 'none')
  const allNeeds = needs.extend(EVERY_FAMILY.shape).extend(asksCredential ? WITH_CREDENTIALS.shape : {})
  return {
    endpoints,
    definitions: app.openAPIRegistry.definitions,
    async fetch(request, environment, context) {
      try {
        return await app.fetch(request, slice(environment, allNeeds) as unknown as Env['Bindings'], context)
      } catch (error) {
        const requestId = requestIdOf(request)
        const answer = await negotiated(errorResponse(error, requestId), request.headers.get('accept'))
        answer.headers.set('x-request-id', requestId)
        return answer
      }
    },
  }
}
