/** A failure of the connection. It makes `fetch` throw in the service under test. */
export class NetworkFailure extends Error {
  readonly kind: 'refused' | 'unresolved' | 'timeout' | 'tls' | 'closed'

  constructor(kind: NetworkFailure['kind'], url: string) {
    super(`${kind}: ${url}`)
    this.name = 'NetworkFailure'
    this.kind = kind
  }
}
