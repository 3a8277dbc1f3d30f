import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { addressLimited, countAddress } from '../../shared/accounts/address-limit.ts'
import type { Caller } from '../../shared/platform/caller.ts'
import { utf8 } from '../../shared/platform/crypto/encodings.ts'
import { PublicError } from '../../shared/platform/http/errors.ts'
import { isWithinJsonLimits } from '../../shared/platform/http/json-size.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { publicError } from '../public-error.ts'
import { type AppEnv, router } from '../router.ts'
import { MCP_PATH } from '../same-origin.ts'
import { type McpCaller, requireOwnHost, withCaller } from './accept-caller.ts'
import { createMcpServer, runsTool, type Serving } from './create-server.ts'
import {
  badParameter,
  idOf,
  RPC,
  type RpcMessage,
  refusalText,
  rpcError,
  toolArguments,
} from './json-rpc.ts'
import { ownRoutes } from './tools/own-routes.ts'

const BODY_BYTES_MAX = 1024 * 1024
const JSON_LIMITS = { values: 20_000, depth: 32 }
const ALLOW = { allow: 'POST' }

export const mcp = router()
const PATHS = [MCP_PATH, `${MCP_PATH}/`]

// Must be registered before the POST route, because the log names the last route that matches.
mcp.on('ALL', PATHS, async (c, next) => {
  if (c.req.method === 'POST') return next()
  const counted = countAddress(c.var.services, c.req.raw, Date.now())
  if (counted.isOver) throw addressLimited(counted)
  return c.req.method === 'OPTIONS'
    ? c.body(null, 204, ALLOW)
    : c.json(rpcError(RPC.refused, 'METHOD_NOT_ALLOWED: send messages with POST.'), 405, ALLOW)
})

mcp.on('POST', PATHS, (c) => {
  const { services } = c.var
  requireOwnHost(c.req.raw, services.env.PUBLIC_URL)
  const onAccepted = (caller: Caller, rate: Record<string, string>) => {
    c.set('caller', caller)
    for (const [name, value] of Object.entries(rate)) c.header(name, value)
  }
  const answer = (caller: McpCaller) =>
    answerRequest(c, caller).catch((error: unknown) => {
      const refusal = publicError(error, c.var.requestId)
      // Only an invalid API key counts as a failed attempt of the client's network, so other errors
      // become an answer here.
      if (refusal.code === 'UNAUTHORIZED') throw refusal
      return refused(c, refusal)
    })
  return withCaller(services, c.req.raw, { onAccepted, answer })
})

mcp.onError((error, c) => refused(c, publicError(error, c.var.requestId)))

function refused(c: Context<AppEnv>, refusal: PublicError): Response {
  const { code, status, headers } = refusal
  // If the credential is missing or wrong, the answer must name the accepted scheme (RFC 6750,
  // section 3).
  const challenge = code === 'UNAUTHORIZED' ? { 'www-authenticate': 'Bearer' } : {}
  const text = refusalText(refusal, c.var.requestId)
  return c.json(rpcError(RPC.refused, text, { data: { code } }), status, {
    ...headers,
    ...challenge,
  })
}

async function answerRequest(c: Context<AppEnv>, caller: McpCaller): Promise<Response> {
  const read = await readMessage(c.req.raw).catch(async (error: unknown) => {
    await caller.accept()
    throw error
  })
  // The first inner request of a tool call reads the account and counts the call. Other messages
  // may have no inner request, so `accept` reads the account and counts the message.
  const isToolCall = 'message' in read && runsTool(read.message)
  if (!isToolCall) await caller.accept()
  if ('refusal' in read) return c.json(read.refusal, read.status)
  const { message } = read
  // A notification expects no answer, so nothing is run for it, even if it names a tool.
  if (message.id === undefined && typeof message.method === 'string') {
    await caller.accept()
    return c.body(null, 202)
  }
  // A stream of changes is not offered, because the server keeps nothing between messages.
  if (message.method === 'subscriptions/listen')
    return c.json(rpcError(RPC.methodNotFound, 'Method not found', { id: idOf(message) }), 404)
  const bad = badParameter(message)
  if (bad !== null) return c.json(rpcError(RPC.invalidParameters, bad, { id: idOf(message) }), 400)
  const { given, message: readable } = toolArguments(message)
  const serving = servingOf(c, caller, given)
  const answer = await answerMessage(c, readable, serving)
  if (serving.ran?.unauthorized !== undefined) throw serving.ran.unauthorized
  for (const [name, value] of Object.entries(serving.ran?.rate ?? {})) c.header(name, value)
  // The library may refuse a message before its tool runs. The account is then still unread and the
  // message not counted.
  if (serving.ran === undefined) await caller.accept()
  // The framework can add the headers of the rate limit only to a response that it created itself,
  // so the body is copied into one.
  return c.body(await answer.text(), answer)
}

function servingOf(c: Context<AppEnv>, caller: McpCaller, given: unknown): Serving {
  const { requestId, services, dispatch } = c.var
  const routes = ownRoutes({
    origin: new URL(c.req.url).origin,
    requestId,
    nextCaller: caller.next,
    idempotencyKey: c.req.header('idempotency-key'),
    clientAddress: c.req.header('cf-connecting-ip'),
    dispatch,
  })
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const call = { routes, now: Date.now, wait }
  return {
    call,
    requestId,
    sandboxDomain: services.env.SANDBOX_DOMAIN,
    given,
    accept: caller.accept,
    ran: undefined,
  }
}

type Read = { message: RpcMessage } | { refusal: ReturnType<typeof rpcError>; status: 400 }

/** Reads the JSON-RPC message. Throws PublicError UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE. */
async function readMessage(request: Request): Promise<Read> {
  if (!isJsonContentType(request.headers.get('content-type')))
    throw new PublicError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
  const body = await readRequestBody(request, BODY_BYTES_MAX)
  if (body.tooLarge)
    throw new PublicError('PAYLOAD_TOO_LARGE', `The body is larger than ${BODY_BYTES_MAX} bytes.`)
  const invalid = (code: number, message: string): Read => ({
    refusal: rpcError(code, message),
    status: 400,
  })
  if (!isWithinJsonLimits(utf8(body.text), JSON_LIMITS))
    return invalid(RPC.invalidRequest, 'The message has too many values.')
  let message: unknown
  try {
    message = JSON.parse(body.text)
  } catch {
    return invalid(RPC.parseError, 'The body is not valid JSON.')
  }
  if (Array.isArray(message))
    return invalid(RPC.invalidRequest, 'Send one message in each request, not a batch.')
  if (typeof message !== 'object' || message === null)
    return invalid(RPC.invalidRequest, 'The body must be a JSON-RPC message.')
  return { message }
}

// Always answers with one JSON body. The library requires that a client also accepts event streams,
// so the header Accept is replaced for clients such as curl.
async function answerMessage(
  c: Context<AppEnv>,
  parsedBody: RpcMessage,
  serving: Serving,
): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const request = new Request(c.req.url, { method: 'POST', headers, signal: c.req.raw.signal })
  if (await isLegacyRequest(request, parsedBody)) return answerLegacy(request, parsedBody, serving)
  const onerror = (error: Error) =>
    log({ event: 'mcp.refused', request_id: serving.requestId, error: describeError(error) })
  return createMcpHandler(() => createMcpServer(serving), { legacy: 'reject', onerror }).fetch(
    request,
    { parsedBody },
  )
}

/** Answers clients of protocol revision 2025-11-25 or older. */
async function answerLegacy(
  request: Request,
  parsedBody: RpcMessage,
  serving: Serving,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createMcpServer(serving)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}
