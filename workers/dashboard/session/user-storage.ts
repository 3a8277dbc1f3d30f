const DESTINATION = 'destination'

/** Several people may use one browser, so the key of a stored value names its user. */
export const storageKey = (userId: string, name: string): string => `user:${userId}:${name}`

/** Remembers the open page until the user with this email address signs in. */
export function rememberDestination(email: string): void {
  try {
    const path = location.pathname + location.search
    localStorage.setItem(DESTINATION, JSON.stringify({ email: email.toLowerCase(), path }))
  } catch {
    // The browser may forbid access to storage. The user then comes to the first page after the
    // sign-in.
  }
}

/**
 * Returns the page that this user opened before the sign-in, and forgets it. Returns only paths of
 * the dashboard, so that a link cannot lead to another site. The page of another user would show
 * what that user looked at.
 */
export function takeDestination(email: string | null): string {
  try {
    const stored = localStorage.getItem(DESTINATION) ?? '{}'
    localStorage.removeItem(DESTINATION)
    const { email: owner, path } = JSON.parse(stored)
    const isFollowed =
      owner === email?.toLowerCase() && path.startsWith('/app/') && !path.startsWith('/app/confirm')
    return isFollowed ? path.slice('/app'.length) : '/'
  } catch {
    return '/'
  }
}
