import type { PublicError } from '../../shared/platform/http/errors.ts'

/** Error codes (JSON-RPC 2.0, section 5.1). A server may define its own from -32000 to -32099. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParameters: -32_602,
  internal: -32_603,
  refused: -32_000,
} as const

export type RpcId = string | number | null

/** Only the fields that this server reads itself. The library checks all other fields. */
export interface RpcMessage {
  id?: unknown
  method?: unknown
  params?: unknown
}

export function rpcError(
  code: number,
  message: string,
  { id = null, data }: { id?: RpcId; data?: object } = {},
) {
  return {
    jsonrpc: '2.0' as const,
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  }
}

/** A model sees no headers, so the text has the request id if the service is at fault. */
export function refusalText(
  { code, message, status, headers }: PublicError,
  requestId: string,
): string {
  const seconds = headers['retry-after']
  const retry = seconds === undefined ? '' : ` Retry after ${seconds} s.`
  return `${code}: ${message}${retry}${status >= 500 ? ` Request ${requestId}.` : ''}`
}

const TEXT_PARAMETERS: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the problem of a wrong parameter, or null. The library checks only later, because for one
 * protocol revision its error is an internal one with a list of objects as its message.
 */
export function badParameter({ method, params }: RpcMessage): string | null {
  if (typeof method === 'string' && LISTS.has(method))
    return isObject(params) && !isTextOrNone(params.cursor) ? 'params.cursor: must be a text' : null
  if (method === 'initialize') return isModern(params) ? null : badHandshake(params)
  const name =
    typeof method === 'string' && Object.hasOwn(TEXT_PARAMETERS, method)
      ? TEXT_PARAMETERS[method]
      : undefined
  if (name === undefined) return null
  if (!isObject(params) || typeof params[name] !== 'string') return `params.${name}: must be a text`
  const given = params.arguments
  if (method !== 'prompts/get' || given === undefined) return null
  const areTexts =
    isObject(given) &&
    !Object.hasOwn(given, '__proto__') &&
    Object.values(given).every((value) => typeof value === 'string')
  return areTexts ? null : 'params.arguments: must be an object of texts'
}

const LISTS = new Set(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])
const isTextOrNone = (value: unknown) => value === undefined || typeof value === 'string'

// True for revision 2026-07-28, which has no handshake. Its requests name their revision, and
// `initialize` is an unknown method.
const isModern = (params: unknown) =>
  isObject(params) &&
  isObject(params._meta) &&
  'io.modelcontextprotocol/protocolVersion' in params._meta

function badHandshake(params: unknown): string | null {
  if (!isObject(params) || typeof params.protocolVersion !== 'string')
    return 'params.protocolVersion: must be a text'
  if (!isObject(params.capabilities)) return 'params.capabilities: must be an object'
  const { clientInfo } = params
  const isNamed =
    isObject(clientInfo) &&
    typeof clientInfo.name === 'string' &&
    typeof clientInfo.version === 'string'
  return isNamed ? null : 'params.clientInfo: must have a name and a version'
}

/**
 * `given` has the arguments as the client sent them. If they are no object, `message` has an empty
 * object instead, because the library would refuse the call.
 */
export function toolArguments(message: RpcMessage): { given: unknown; message: RpcMessage } {
  const params = isObject(message.params) ? message.params : {}
  const given = params.arguments
  return isObject(given) || message.method !== 'tools/call'
    ? { given, message }
    : { given, message: { ...message, params: { ...params, arguments: {} } } }
}

export function idOf({ id }: RpcMessage): RpcId {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
