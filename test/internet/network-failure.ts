/** The fetch call of the service under test then throws. */
export class NetworkFailure extends Error {
  readonly kind: 'refused' | 'unresolved' | 'timeout' | 'tls' | 'closed'

  constructor(kind: NetworkFailure['kind'], url: string) {
    super(`${kind}: ${url}`)
    this.name = 'NetworkFailure'
    this.kind = kind
  }
}
