/**
 * An error that the user can fix, for example a port that is in use. `npm start` prints the message
 * without a stack trace.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

export class CannotKill extends Error {
  override name = 'CannotKill'
}
