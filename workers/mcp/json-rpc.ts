import type { PublicError } from '../../shared/platform/http/errors.ts'

/** JSON-RPC 2.0, section 5.1. Codes from -32000 down to -32099 are free for servers. */
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

/** A model does not see the header with the request id, so the text of our own faults has it. */
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
 * Checks the parameters before the library does. For one protocol revision, the library would
 * answer with an internal error and a list of objects as its message.
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

/** `message` is the same call for the library, which refuses arguments that are no object. */
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
