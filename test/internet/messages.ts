/** A request of these fields needs much less CPU time than a whole `Request`. */
export type SampleRequest = Pick<
  Request,
  'url' | 'method' | 'headers' | 'signal' | 'body' | 'arrayBuffer' | 'json' | 'text'
> & { clone(): SampleRequest }

/** The platform sends `content` and never creates the stream of the body. */
export class BytesResponse extends Response {
  readonly content: Uint8Array<ArrayBuffer>
  #whole: Response | undefined

  constructor(content: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(null, init)
    this.content = content
  }

  override get body() {
    return this.#streamed().body
  }

  override get bodyUsed() {
    return this.#whole?.bodyUsed ?? false
  }

  override arrayBuffer() {
    return this.#streamed().arrayBuffer()
  }

  override text() {
    return this.#streamed().text()
  }

  override json() {
    return this.#streamed().json()
  }

  override clone() {
    return new BytesResponse(this.content, this)
  }

  #streamed(): Response {
    this.#whole ??= new Response(this.content)
    return this.#whole
  }
}
