/**
 * An error at the start that the user can fix, for example a port that is in use. `npm start`
 * prints the error message without a stack trace.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/**
 * Thrown when a test asks to kill a process that the local test platform has not started, or while
 * the platform is stopping.
 */
export class CannotKill extends Error {
  override name = 'CannotKill'
}
