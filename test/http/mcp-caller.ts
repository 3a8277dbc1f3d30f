import { request as httpRequest } from 'node:http'
import type { Service } from '../platform/service.ts'

/**
 * Answer to an MCP request. If the request calls a tool, `result` has content, structuredContent or
 * isError.
 */
export interface RpcAnswer {
  status: number
  headers: Headers
  text: string
  id: unknown
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: { code?: string } }
}

export interface ToolAnswer {
  /** Text of the first content block. */
  text: string
  isError: boolean
  data: Record<string, unknown>
  links: string[]
  /** Size of `result` as JSON, in bytes. */
  bytes: number
}

export const bytesOf = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value)).length

export const MODERN = '2026-07-28'

/**
 * Fields that a client of MCP revision 2026-07-28 sends with each request. This revision has no
 * handshake.
 */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export const messageOf = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

export async function post(
  service: Pick<Service, 'baseUrl'>,
  body: string,
  headers: Record<string, string>,
): Promise<RpcAnswer> {
  const answer = await fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const text = await answer.text()
  const parsed = text === '' ? {} : (JSON.parse(text) as object)
  return { id: undefined, ...parsed, status: answer.status, headers: answer.headers, text }
}

export const ask = (
  service: Pick<Service, 'baseUrl'>,
  headers: Record<string, string>,
  method: string,
  params: object = {},
): Promise<RpcAnswer> => post(service, JSON.stringify(messageOf(method, params)), headers)

/**
 * Sends a request on a connection of its own. It may have headers that `fetch` forbids, such as
 * Host.
 * The service may close a connection if it does not read the body to the end, and `fetch` could use
 * such a connection again.
 */
export function askRaw(
  service: Pick<Service, 'baseUrl'>,
  headers: Record<string, string>,
  body: string | readonly string[],
  method = 'POST',
): Promise<{
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${service.baseUrl}/mcp`,
      { method, headers, agent: false },
      (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => {
          text += part.toString()
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }),
        )
      },
    )
    sent.on('error', reject)
    // `write` sends the body in chunks (chunked transfer coding), because there is no
    // Content-Length header.
    if (typeof body === 'string') sent.end(body)
    else {
      for (const part of body) sent.write(part)
      sent.end()
    }
  })
}

export function agentOf(
  service: Pick<Service, 'baseUrl'>,
  apiKey: string,
  more: Record<string, string> = {},
) {
  return async (name: string, input: object = {}): Promise<ToolAnswer> => {
    const { result, text: whole } = await ask(
      service,
      { 'x-api-key': apiKey, ...more },
      'tools/call',
      {
        name,
        arguments: input,
      },
    )
    if (result === undefined) throw new Error(`no result: ${whole}`)
    const content = result.content as { type: string; text?: string; uri?: string }[]
    return {
      text: content[0]?.text ?? '',
      isError: result.isError === true,
      data: (result.structuredContent ?? {}) as Record<string, unknown>,
      links: content.flatMap(({ uri }) => uri ?? []),
      bytes: bytesOf(result),
    }
  }
}

export type Agent = ReturnType<typeof agentOf>
