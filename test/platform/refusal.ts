/** Something that the person who starts the platform can put right; its message is shown without a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** A kill that the platform cannot do, since the part is not its own. */
export class CannotKill extends Error {
  override name = 'CannotKill'
}
