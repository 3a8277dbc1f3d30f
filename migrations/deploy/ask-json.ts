import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { readBounded } from '../../shared/platform/net/response-body.ts'

const ANSWER_TIMEOUT_MS = 20_000
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** Thrown if there is no connection, no answer in time, or if the answer is too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** Sends a request. `body` is null if the answer is not JSON. Throws NoAnswer. */
export async function askJson(
  fetch: Fetch,
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const { method = 'GET', headers = {}, body } = init
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { bytes, truncated } = await readBounded(response, ANSWER_BYTES_MAX, signal)
    if (truncated) throw new Error(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`)
    return { status: response.status, body: parsed(new TextDecoder().decode(bytes)) }
  } catch (error) {
    throw new NoAnswer(`no answer from ${new URL(url).host}`, { cause: error })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
