import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { holderOf, noteKeyUse, type Proof, proofOf } from '../shared/accounts/credentials.ts'
import { takeToken } from '../shared/accounts/rate-limit.ts'
import { once } from '../shared/idempotency/once.ts'
import type { Caller, Holder } from '../shared/platform/caller.ts'
import { type ErrorCode, PublicError } from '../shared/platform/http/errors.ts'
import { withBareMediaType } from '../shared/platform/http/media-type.ts'
import { addressPrefixOf } from '../shared/platform/http/request-id.ts'
import type { Answer } from '../shared/platform/http/responses.ts'
import { requireNoNul } from '../shared/platform/http/validation.ts'
import { describeOperation } from './openapi/operation.ts'
import type { AppEnv } from './router.ts'
import type { RequestServices } from './services.ts'

/** The credential that a route asks of its caller. */
export type Credential = 'none' | 'key' | 'bearer' | 'bearer or key'

/** A read that proves the credential in the same query. Throws PublicError UNAUTHORIZED. */
type JoinedRead<Joined> = (
  services: RequestServices,
  proof: Proof,
  parameters: Record<string, string>,
) => Promise<{ holder: Holder; joined: Joined }>

interface Options<Joined = unknown> {
  credential: Credential
  /** Replaces the query that proves the credential by one that also reads the first rows of the route, which are in `c.var.joined`. */
  joined?: JoinedRead<Joined>
  /** Throws PublicError for callers whom the route is not for, before anything that they sent is looked at. */
  admits?: (caller: Caller) => void
  /** The largest body in bytes; 1 MiB where not said. */
  bodyBytesMax?: number
  /** Media types of the body that the route takes; those that it describes where not said. */
  bodyTypes?: readonly string[]
  /** True where an Idempotency-Key makes repetitions get the first answer; a function where only certain requests do. */
  idempotent?: true | ((request: Request) => boolean)
  /** Codes that its verb throws; those that follow from the options above come by themselves. */
  refuses?: readonly ErrorCode[]
}

type Described = Omit<RouteConfig, 'middleware' | 'security' | 'responses'> & {
  responses: Record<number, Answer>
} & Options

type VariablesOf<Route extends Described> = Route['credential'] extends 'none'
  ? object
  : { caller: Caller } & (Route extends { joined: JoinedRead<infer Joined> } ? { joined: Joined } : object)

type Endpoint<Route extends Described> = Omit<Route, keyof Options> & {
  /** All of them, which share their variables; the type names one, as zod-openapi reads the variables of a list's members. */
  middleware: [MiddlewareHandler<AppEnv & { Variables: VariablesOf<Route> }>]
  getRoutingPath(): string
}

const SECURITY: Record<Credential, { [scheme: string]: string[] }[]> = {
  none: [],
  key: [{ apiKey: [] }],
  bearer: [{ bearer: [] }],
  'bearer or key': [{ bearer: [] }, { apiKey: [] }],
}

/**
 * A route of the contract as data, for `app.openapi(route, handler)`. Without a credential it does not compile. Its middleware proves the
 * credential, takes a token of the account's rate, checks type and size of the body and handles the Idempotency-Key; the refusals that
 * follow from these are added to its responses. A status that the route describes itself stays as it says, with the refusals beside.
 */
export function endpoint<const Route extends Described>(route: Route): Endpoint<Route>
export function endpoint(route: Described): object {
  const { credential, joined, admits, bodyBytesMax, bodyTypes, idempotent, refuses = [], ...config } = route
  const { request } = config
  const types = bodyTypes ?? Object.keys(request?.body?.content ?? {})
  const middleware = [
    ...(credential === 'none' ? [] : [authenticate(credential, joined, admits)]),
    ...(request?.query === undefined ? [] : [refuseNul]),
    ...(types.length === 0 ? [] : [bodyOfType(types), bodyOfSize(bodyBytesMax)]),
    ...(idempotent === undefined ? [] : [idempotency(idempotent)]),
  ]
  const codes: ErrorCode[] = [
    'UNAVAILABLE',
    'INTERNAL',
    ...refuses,
    ...codesIf(credential !== 'none', 'UNAUTHORIZED', 'RATE_LIMITED'),
    ...codesIf(request !== undefined, 'VALIDATION_ERROR'),
    ...codesIf(idempotent !== undefined, 'INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS'),
    ...codesIf(request?.body !== undefined, 'MALFORMED_JSON'),
    ...codesIf(types.length > 0, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
  ]
  const traits = { limited: credential !== 'none', idempotent: idempotent !== undefined }
  const described = describeOperation(config, codes, traits)
  return createRoute({ ...config, ...described, security: SECURITY[credential], middleware })
}

const codesIf = (applies: boolean, ...codes: ErrorCode[]) => (applies ? codes : [])

const authenticate = (
  credential: Exclude<Credential, 'none'>,
  joined: JoinedRead<unknown> = justHolder,
  admits: (caller: Caller) => void = () => undefined,
) =>
  createMiddleware<AppEnv & { Variables: { caller: Caller; joined: unknown } }>(async (c, next) => {
    const { services } = c.var
    const proof = c.env.proven ?? (await proofOf(services, c.req.raw, credential))
    const read = await joined(services, proof, c.req.param())
    const caller = { ...read.holder, addressPrefix: addressPrefixOf(c.req.raw) }
    c.set('caller', caller)
    c.set('joined', read.joined)
    noteKeyUse(services, caller)
    const rate = await takeToken(services.env, caller, Date.now(), services.requestId)
    for (const [name, value] of Object.entries(rate)) c.header(name, value)
    admits(caller)
    await next()
  })

/** Postgres holds no text with the character U+0000, so no query may bring one. */
const refuseNul = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.url.includes('%00')) requireNoNul(c.req.query())
  await next()
})

const bodyOfType = (types: readonly string[]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.req.raw = withBareMediaType(c.req.raw, types)
    await next()
  })

const bodyOfSize = (bytesMax = 1024 * 1024) =>
  bodyLimit({
    maxSize: bytesMax,
    onError: () => {
      throw new PublicError('PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`)
    },
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

const justHolder: JoinedRead<undefined> = async (services, proof) => ({
  holder: await holderOf(services, proof),
  joined: undefined,
})
