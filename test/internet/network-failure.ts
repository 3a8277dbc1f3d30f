/** A connection that never became an answer, or broke off in the middle of one; what a Worker sees as a failed fetch. */
export class NetworkFailure extends Error {
  readonly kind: 'refused' | 'unresolved' | 'timeout' | 'tls' | 'closed'

  constructor(kind: NetworkFailure['kind'], url: string) {
    super(`${kind}: ${url}`)
    this.name = 'NetworkFailure'
    this.kind = kind
  }
}
