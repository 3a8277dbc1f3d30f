import { utf8 } from '../crypto/encodings.ts'

/** One event in the format text/event-stream (WHATWG HTML standard), encoded in UTF-8. */
export function serverSentEvent(event: string, id: string, data: unknown): Uint8Array {
  return utf8(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
