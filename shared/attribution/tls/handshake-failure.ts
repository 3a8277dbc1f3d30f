/** See CERTIFICATE_OUTCOMES. */
export type FailedOutcome = 'not_tls' | 'alert' | 'unsupported' | 'no_answer'

export class HandshakeFailure extends Error {
  readonly outcome: FailedOutcome

  constructor(outcome: FailedOutcome, message: string) {
    super(message)
    this.name = 'HandshakeFailure'
    this.outcome = outcome
  }
}
