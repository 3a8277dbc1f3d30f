import { utf8 } from '../crypto/encodings.ts'

/**
 * Returns one server-sent event as UTF-8 bytes in the format text/event-stream (WHATWG HTML
 * standard).
 */
export function serverSentEvent(event: string, id: string, data: unknown): Uint8Array {
  return utf8(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
