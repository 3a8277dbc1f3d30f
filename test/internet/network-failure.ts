/** Makes the `fetch` call of the service under test throw. */
export class NetworkFailure extends Error {
  readonly kind: 'refused' | 'unresolved' | 'timeout' | 'tls' | 'closed'

  constructor(kind: NetworkFailure['kind'], url: string) {
    super(`${kind}: ${url}`)
    this.name = 'NetworkFailure'
    this.kind = kind
  }
}
