import { createRoute, type RouteConfig, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import {
  addressLimited,
  countAddress,
  readWithinAddressLimit,
} from '../shared/accounts/address-limit.ts'
import {
  type Accepted,
  holderOf,
  nameOfProof,
  type Proof,
  proofOf,
  recordKeyUse,
  requireKind,
} from '../shared/accounts/credentials.ts'
import { countRequest } from '../shared/accounts/rate-limit.ts'
import { once } from '../shared/idempotency/once.ts'
import type { Caller } from '../shared/platform/caller.ts'
import type { Environment } from '../shared/platform/environment.ts'
import { type ErrorCode, PublicError } from '../shared/platform/http/errors.ts'
import { requireFewValues } from '../shared/platform/http/json-size.ts'
import { withBareMediaType, withEmptyObject } from '../shared/platform/http/media-type.ts'
import { addressPrefixOf } from '../shared/platform/http/request-id.ts'
import type { Answer } from '../shared/platform/http/responses.ts'
import { requireKnownQuery, requireNoNul } from '../shared/platform/http/validation.ts'
import { describeOperation } from './openapi/operation.ts'
import type { AppEnv } from './router.ts'

export type Credential = 'none' | Accepted

interface Options {
  credential: Credential
  /** Error for a token whose account is closed. Default: UNAUTHORIZED. */
  closedAccount?: () => PublicError
  // Allows playground keys on this route. A function returns true for the requests that they may
  // send. By default, playground keys get status 403, so that a new route is closed to them.
  playgroundKeys?: true | ((request: Request) => boolean)
  // Changes how requests from one client address are counted for the rate limit. `refused`: only
  // refused requests count. The route verifies a signature, so an accepted request comes from a
  // known sender. `none`: requests are not counted and never refused, because monitoring must get
  // its answer and the route costs almost nothing.
  addressLimit?: 'refused' | 'none'
  /** Called before the body is read. Throws PublicError. */
  requireAccess?: (caller: Caller) => void
  bodyBytesMax?: number
  /** Called before the body is parsed. Throws PublicError if the body is too large. */
  requireJsonSize?: (body: Uint8Array, env: Environment) => void
  /** Accepted media types of the body. Default: those in the OpenAPI description of the route. */
  bodyTypes?: readonly string[]
  /** Supports Idempotency-Key. A function returns true for the requests that support it. */
  idempotent?: true | ((request: Request) => boolean)
  /** Error codes of the route itself. The codes of its middleware are added automatically. */
  refuses?: readonly ErrorCode[]
}

type Described = Omit<RouteConfig, 'middleware' | 'security' | 'responses'> & {
  // A verb and a noun. Generators name the functions of clients by it, so it never changes.
  operationId: string
  responses: Record<number, Answer>
} & Options

type VariablesOf<Route extends Described> = Route['credential'] extends 'none'
  ? object
  : { caller: Caller }

type Endpoint<Route extends Described> = Omit<Route, keyof Options> & {
  // The type declares only one middleware, because zod-openapi derives the variables of the handler
  // from it. The real list may be longer.
  middleware: [MiddlewareHandler<AppEnv & { Variables: VariablesOf<Route> }>]
  getRoutingPath(): string
}

const SECURITY: Record<Credential, { [scheme: string]: string[] }[]> = {
  none: [],
  key: [{ apiKey: [] }],
  bearer: [{ bearer: [] }],
  'bearer or key': [{ bearer: [] }, { apiKey: [] }],
}

/** Adds the middleware to a route, and the error codes of the middleware to its description. */
export function endpoint<const Route extends Described>(route: Route): Endpoint<Route>
export function endpoint(route: Described): object {
  const { credential, closedAccount, requireAccess, playgroundKeys, addressLimit, ...rest } = route
  const { bodyBytesMax, requireJsonSize, bodyTypes, idempotent, refuses = [], ...config } = rest
  const request = withOptionalBody(config.request)
  const access = { closedAccount, requireAccess, playgroundKeys }
  const types = bodyTypes ?? Object.keys(request?.body?.content ?? {})
  const isOptional = request?.body?.required === false
  const middleware = [
    ...(credential === 'none' ? limitsAddress(addressLimit) : [authenticate(credential, access)]),
    ...(request?.query === undefined ? [] : [refuseNul]),
    nameKnown(request),
    ...(credential === 'none' ? [] : [refuseUnknownQuery]),
    ...(types.length === 0
      ? []
      : [bodyOfType(types, isOptional), bodyOfSize(bodyBytesMax), jsonOfSize(requireJsonSize)]),
    ...(idempotent === undefined ? [] : [idempotency(idempotent)]),
  ]
  const codes: ErrorCode[] = [
    'UNAVAILABLE',
    'INTERNAL',
    ...refuses,
    ...codesIf(addressLimit !== 'none', 'RATE_LIMITED'),
    ...codesIf(credential !== 'none', 'UNAUTHORIZED'),
    ...codesIf(credential.includes('key') && playgroundKeys !== true, 'FORBIDDEN'),
    ...codesIf(request !== undefined || credential !== 'none', 'VALIDATION_ERROR'),
    ...codesIf(
      idempotent !== undefined,
      'INVALID_IDEMPOTENCY_KEY',
      'IDEMPOTENCY_MISMATCH',
      'IDEMPOTENCY_IN_PROGRESS',
    ),
    ...codesIf(request?.body !== undefined, 'MALFORMED_JSON'),
    ...codesIf(types.length > 0, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
  ]
  const options = { limited: credential !== 'none', idempotent: idempotent !== undefined }
  const described = describeOperation(config.responses, codes, options)
  const asked = request === undefined ? {} : { request }
  const security = SECURITY[credential]
  return createRoute({ ...config, ...asked, ...described, security, middleware })
}

// A request may omit its body if no field of the body is required.
function withOptionalBody(request: Described['request']): Described['request'] {
  const body = request?.body
  const content = body?.content['application/json']
  const schema = content !== undefined && 'schema' in content ? content.schema : undefined
  if (body === undefined || !(schema instanceof z.ZodType)) return request
  return schema.safeParse({}).success ? { ...request, body: { ...body, required: false } } : request
}

const codesIf = (applies: boolean, ...codes: ErrorCode[]) => (applies ? codes : [])

const limitsAddress = (applies: Options['addressLimit']) =>
  applies === 'none' ? [] : [limitAddress(applies)]

const limitAddress = (applies: 'refused' | undefined) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.env.proven !== undefined) return next()
    const counted = countAddress(c.get('services'), c.req.raw, Date.now())
    if (counted.isOver) throw addressLimited(counted)
    await next()
    if (applies === 'refused' && c.res.ok) counted.giveBack()
    else counted.keep()
  })

/** Options that decide who may use the route. */
type Access = {
  [Name in 'closedAccount' | 'requireAccess' | 'playgroundKeys']: Options[Name] | undefined
}

const authenticate = (
  credential: Accepted,
  { closedAccount, requireAccess, playgroundKeys }: Access,
) =>
  createMiddleware<AppEnv & { Variables: { caller: Caller } }>(async (c, next) => {
    const { services } = c.var
    const request = c.req.raw
    const readAccount = (proof: Proof) => holderOf(services, proof, closedAccount)
    const holder =
      c.env.proven === undefined
        ? await readWithinAddressLimit(services, request, {
            prove: () => proofOf(services, request, credential),
            nameOf: nameOfProof,
            read: readAccount,
          })
        : await readAccount(c.env.proven.proof)
    const creditsMax = c.env.proven?.creditsMax ?? null
    const caller = { ...holder, addressPrefix: addressPrefixOf(c.req.raw), creditsMax }
    c.set('caller', caller)
    recordKeyUse(services, caller)
    const isCounted = c.env.proven?.isCounted === true
    const rate = isCounted
      ? {}
      : await countRequest(services.env, caller, Date.now(), services.requestId)
    for (const [name, value] of Object.entries(rate)) c.header(name, value)
    c.env.proven?.onAccepted?.(caller, rate)
    requireKind(credential, caller)
    if (caller.playground) requirePlaygroundAccess(request, playgroundKeys)
    requireAccess?.(caller)
    await next()
  })

function requirePlaygroundAccess(request: Request, accepted: Options['playgroundKeys']): void {
  if (accepted === true || accepted?.(request)) return
  throw new PublicError(
    'FORBIDDEN',
    'A playground key cannot do this. Use an API key of the account.',
  )
}

const refuseNul = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.url.includes('%00')) requireNoNul(c.req.query())
  await next()
})

const namesOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const nameKnown = (request: Described['request']) => {
  const content = request?.body?.content['application/json'] ?? {}
  const json = namesOf('schema' in content ? content.schema : undefined)
  const query = namesOf(request?.query)
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('known', { json, query })
    await next()
  })
}

const refuseUnknownQuery = createMiddleware<AppEnv>(async (c, next) => {
  requireKnownQuery(c.req.queries(), c.var.known?.query ?? [])
  await next()
})

const bodyOfType = (types: readonly string[], isOptional: boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const request = isOptional ? await withEmptyObject(c.req.raw) : c.req.raw
    c.req.raw = withBareMediaType(request, types)
    await next()
  })

const bodyOfSize = (bytesMax = 1024 * 1024) =>
  bodyLimit({
    maxSize: bytesMax,
    onError: () => {
      throw new PublicError('PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`)
    },
  })

const jsonOfSize = (
  requireSize: NonNullable<Options['requireJsonSize']> = (body) => requireFewValues(body),
) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.raw.body !== null && c.req.header('content-type') === 'application/json')
      requireSize(new Uint8Array(await c.req.arrayBuffer()), c.var.services.env)
    await next()
  })

const idempotency = (applies: NonNullable<Options['idempotent']>) =>
  createMiddleware<AppEnv & { Variables: { caller: Caller } }>(async (c, next) => {
    const { services, caller } = c.var
    if (applies !== true && !applies(c.req.raw)) return next()
    const replayed = await once(services, caller, c.req, async (operationSuffix) => {
      services.operationSuffix = operationSuffix
      await next()
      return c.res
    })
    if (replayed === null) return
    c.res.headers.set('idempotency-replayed', 'true')
    return new Response(replayed.body, replayed)
  })
