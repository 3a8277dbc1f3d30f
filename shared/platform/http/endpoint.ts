import { createRoute, type RouteConfig, z } from '@hono/zod-openapi'
import type { Caller } from '../caller.ts'
import { ErrorEnvelope, envelope } from './envelope.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'

/** What a route asks of its caller. */
export type Credential = 'none' | 'key' | 'bearer' | 'bearer or key'

export interface EndpointTraits {
  credential: Credential
  /** The largest body in bytes; 1 MiB where not said. */
  bodyBytesMax?: number
  /** Media types of the body that the route takes; JSON where not said. */
  bodyTypes?: readonly string[]
  /** The route proves its key itself, in one query with its own first read. */
  credentialJoined?: boolean
  /** Throws PublicError for callers whom the route is not for, before anything that they sent is looked at. */
  admits?: (caller: Caller) => void
  /** Whether an Idempotency-Key makes repetitions get the first answer; for some routes only certain requests. */
  idempotent?: boolean | ((request: Request) => boolean)
}

type Described<Route extends RouteConfig> = Route & EndpointTraits
const traits = new WeakMap<RouteConfig, EndpointTraits>()

const SECURITY: Record<Credential, { [scheme: string]: string[] }[]> = {
  none: [],
  key: [{ apiKey: [] }],
  bearer: [{ bearer: [] }],
  'bearer or key': [{ bearer: [] }, { apiKey: [] }],
}

const mediaTypes = <Schema extends z.ZodType>(schema: Schema) => ({
  'application/json': { schema },
  'application/toon': { schema: z.string().openapi({ description: 'The same body in TOON.' }) },
})

/** A response body as such, in both media types. */
export function body<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: mediaTypes(schema) }
}

/** A response body in the envelope. */
export function enveloped<Data extends z.ZodType>(
  data: Data,
  description: string,
  paged: 'paged' | 'single' = 'single',
) {
  return body(envelope(data, paged), description)
}

type Refusal = ReturnType<typeof body> & { 'x-error-codes': readonly ErrorCode[] }

/** The responses of refusals, by status, each naming its codes, which the document turns into an enumeration. */
export function refusals(...codes: ErrorCode[]): Record<number, Refusal> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = ERROR_STATUS[code]
    const list = byStatus.get(status) ?? []
    if (!list.includes(code)) byStatus.set(status, [...list, code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, { ...body(ErrorEnvelope, list.join(', ')), 'x-error-codes': list }]),
  )
}

/** The refusals that a route can always give, from what it takes and asks. */
function ownRefusals(route: Described<RouteConfig>): ErrorCode[] {
  const codes: ErrorCode[] = ['UNAVAILABLE', 'INTERNAL']
  if (route.credential !== 'none') codes.push('UNAUTHORIZED', 'RATE_LIMITED')
  if (route.request !== undefined) codes.push('VALIDATION_ERROR')
  if (route.idempotent !== undefined)
    codes.push('INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  if (route.request?.body !== undefined) codes.push('MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  return codes
}

/** A response that the route describes, with the codes that the house answers under the same status. */
function withCodes(said: object, own: Refusal): object {
  const codes = 'x-error-codes' in said && Array.isArray(said['x-error-codes']) ? said['x-error-codes'] : []
  const all = [...new Set([...codes, ...own['x-error-codes']])]
  return { ...said, ...(codes.length > 0 ? { description: all.join(', ') } : {}), 'x-error-codes': all }
}

/**
 * A route of the contract as data. Without a credential it does not compile. Adds the refusals that follow from the credential and
 * the body; a status that the route describes itself stays as it says, with those codes beside its own.
 */
export function endpoint<const Route extends RouteConfig>(
  route: Described<Route>,
): Route & { getRoutingPath(): string } {
  const { credential, admits, bodyBytesMax, bodyTypes, credentialJoined, idempotent, ...config } = route
  const common = refusals(...ownRefusals(route))
  const responses: Record<string, object> = { ...common, ...config.responses }
  for (const [status, own] of Object.entries(common)) {
    const said = config.responses[Number(status)]
    if (said !== undefined) responses[status] = withCodes(said, own)
  }
  const made = createRoute({ ...config, security: SECURITY[credential], responses } as unknown as Route)
  traits.set(made, {
    credential,
    ...(admits === undefined ? {} : { admits }),
    ...(bodyBytesMax === undefined ? {} : { bodyBytesMax }),
    ...(bodyTypes === undefined ? {} : { bodyTypes }),
    ...(credentialJoined === undefined ? {} : { credentialJoined }),
    ...(idempotent === undefined ? {} : { idempotent }),
  })
  return made
}

/** What an endpoint asks; throws on a route that was not made by `endpoint`. */
export function traitsOf(route: RouteConfig): EndpointTraits {
  const found = traits.get(route)
  if (found === undefined) throw new Error(`${route.method} ${route.path} states no credential`)
  return found
}
