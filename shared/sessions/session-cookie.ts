import { SealBroken, type SealKeys, seal, unseal } from '../platform/crypto/seal.ts'
import { isIdentifier } from '../platform/identifiers.ts'

// Purpose of the sealed text. A text that was sealed for another purpose, for example a stored
// refresh token, is not accepted as a cookie.
const COOKIE = 'session_cookie'
const COOKIE_CHARACTERS_MAX = 1_024

/** Encrypts the session's id with AES-256-GCM, so only the service can make or read the cookie. */
export const sealCookie = (keys: SealKeys, sessionId: string): Promise<string> =>
  seal(keys, COOKIE, sessionId)

/** Returns the session's id in a cookie. Null if this service did not make the cookie. */
export async function sessionIdIn(
  keys: SealKeys,
  cookie: string | undefined,
): Promise<string | null> {
  if (cookie === undefined || cookie === '' || cookie.length > COOKIE_CHARACTERS_MAX) return null
  try {
    const id = await unseal(keys, COOKIE, cookie)
    return isIdentifier('ses', id) ? id : null
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/**
 * Purpose of a sealed refresh token. A token that was copied to another session cannot be
 * decrypted.
 */
export const refreshTokenPurpose = (sessionId: string): string => `refresh_token|${sessionId}`
