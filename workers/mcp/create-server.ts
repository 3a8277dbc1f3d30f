import { ProtocolError, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { HOUR_MS } from '../../shared/platform/clock.ts'
import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { PublicError } from '../../shared/platform/http/errors.ts'
import { validationError } from '../../shared/platform/http/validation.ts'
import { log } from '../../shared/platform/log.ts'
import { publicError } from '../public-error.ts'
import { INSTRUCTIONS } from './how-it-is-scored.ts'
import { RPC, type RpcMessage, refusalText } from './json-rpc.ts'
import { listedPrompts, writePrompt } from './prompts.ts'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources.ts'
import { TOOLS } from './tools/all-tools.ts'
import { fitResult } from './tools/fit-result.ts'
import { visibleLine, withVisibleLines } from './tools/plain-text.ts'
import { inputSchemaOf, outputSchemaOf } from './tools/published-schema.ts'
import { Added, type Tool, type ToolCall } from './tools/tool.ts'

export interface Serving {
  call: ToolCall
  requestId: string
  sandboxDomain: string
  /** Arguments for the tool, unchanged as the client sent them. */
  given: unknown
  /**
   * Reads the account and counts the message, unless an inner request has already done both. Throws
   * PublicError UNAUTHORIZED or RATE_LIMITED.
   */
  accept: () => Promise<void>
  /**
   * Set when a tool has run. `unauthorized`: the API key turned out to be invalid, so the answer
   * must be HTTP 401 and not a result. `rate`: headers of the rate limit that refused the tool.
   */
  ran: { unauthorized?: PublicError; rate?: Record<string, string> } | undefined
}

export const LISTED_TOOLS = TOOLS.map(({ name, description, input, output, annotations }) => ({
  name,
  description,
  inputSchema: inputSchemaOf(input),
  outputSchema: outputSchemaOf(output),
  annotations,
}))

const SERVER = { name: 'domain-attribution', title: 'Domain Attribution', version: API_VERSION }

// Lists of tools, prompts and resources change only with a new version of this service, so clients
// of revision 2026-07-28 may keep them for an hour.
const CONSTANT = { ttlMs: HOUR_MS, cacheScope: 'public' } as const

const MESSAGE_CHARACTERS_MAX = 1_000

/**
 * Creates a server for one message. Nothing is kept between messages, because every message carries
 * its API key. The class `McpServer` of the library is not used, because it answers wrong arguments
 * in its own words.
 */
export function createMcpServer(serving: Serving): Server {
  const server = new Server(SERVER, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
    cacheHints: {
      'tools/list': CONSTANT,
      'prompts/list': CONSTANT,
      'resources/list': CONSTANT,
      'resources/templates/list': CONSTANT,
    },
  })
  server.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(RPC.invalidParameters, 'There is no such tool.')
    return callTool(serving, tool)
  })
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }))
  server.setRequestHandler('resources/read', ({ params }) => readText(serving, params.uri))
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts() }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = writePrompt(params.name, params.arguments ?? {}, serving.sandboxDomain)
    if ('invalid' in prompt) throw new ProtocolError(RPC.invalidParameters, prompt.invalid)
    const { description, text } = prompt
    return {
      description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    }
  })
  return server
}

export const runsTool = ({ method, params }: RpcMessage): boolean =>
  method === 'tools/call' &&
  TOOLS.some(({ name }) => name === (params as { name?: unknown } | undefined)?.name)

async function callTool(serving: Serving, tool: Tool) {
  const { call, requestId, given, accept } = serving
  const started = call.now()
  serving.ran = {}
  const ended = (outcome: string) =>
    log({
      event: 'tool.called',
      request_id: requestId,
      tool: tool.name,
      outcome,
      duration_ms: call.now() - started,
    })
  try {
    const { data, ...rest } = await runTool(call, tool, given ?? {}).catch(
      async (error: unknown) => {
        if (!isUnauthorized(error)) await accept()
        throw error
      },
    )
    await accept()
    const cut = withVisibleLines(tool.output.extend(Added.shape).parse(data)) as Record<
      string,
      unknown
    >
    const result = fitResult(cut, rest)
    ended('ok')
    return result
  } catch (error) {
    const refusal = publicError(error, requestId)
    if (refusal.code === 'UNAUTHORIZED') serving.ran = { unauthorized: refusal }
    if (refusal.code === 'RATE_LIMITED') serving.ran = { rate: refusal.headers }
    ended(refusal.code)
    const text = visibleLine(refusalText(refusal, requestId), MESSAGE_CHARACTERS_MAX)
    return { content: [{ type: 'text' as const, text }], isError: true }
  }
}

const isUnauthorized = (error: unknown) =>
  error instanceof PublicError && error.code === 'UNAUTHORIZED'

async function runTool(call: ToolCall, tool: Tool, given: unknown) {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw validationError([{ path: ['arguments'], message: 'must be an object' }])
  const parsed = tool.input.safeParse(given)
  if (!parsed.success) throw validationError(parsed.error.issues)
  return tool.run(call, parsed.data)
}

async function readText({ call, requestId }: Serving, uri: string) {
  try {
    const found = await readResource(call.routes, uri, call.now())
    if (found === null) throw new PublicError('NOT_FOUND', 'There is no such resource.')
    return { contents: [found] }
  } catch (error) {
    const refusal = publicError(error, requestId)
    const text = visibleLine(refusalText(refusal, requestId), MESSAGE_CHARACTERS_MAX)
    if (refusal.code === 'NOT_FOUND')
      throw new ResourceNotFoundError(visibleLine(uri, MESSAGE_CHARACTERS_MAX), text)
    const code =
      refusal.status >= 500
        ? RPC.internal
        : refusal.status === 429
          ? RPC.refused
          : RPC.invalidParameters
    throw new ProtocolError(code, text, { code: refusal.code })
  }
}
