import { utf8 } from '../crypto/encodings.ts'

/** Format text/event-stream (WHATWG HTML standard), in UTF-8. */
export function serverSentEvent(event: string, id: string, data: unknown): Uint8Array {
  return utf8(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
