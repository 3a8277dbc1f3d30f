const encoder = new TextEncoder()

/** One event in the text/event-stream format (WHATWG HTML, server-sent events). */
export function serverSentEvent(event: string, id: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
}
