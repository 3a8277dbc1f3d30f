import { utf8 } from '../crypto/encodings.ts'

/** One event in the text/event-stream format (WHATWG HTML, server-sent events). */
export function serverSentEvent(event: string, id: string, data: unknown): Uint8Array {
  return utf8(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
