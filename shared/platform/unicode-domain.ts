import { domainToUnicode } from 'node:url'

// Control and direction characters. UTS 46 disallows them; this check does not rely on the table of
// the runtime.
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

/**
 * `domain` is in ASCII. Returns its Unicode form (UTS 46), or `domain` itself if it has none:
 * labels that do not convert back to the same ASCII are not decoded.
 */
export function unicodeOf(domain: string): string {
  if (!domain.includes('xn--')) return domain
  const decoded = domainToUnicode(domain)
  if (decoded === '' || UNSAFE.test(decoded)) return domain
  try {
    return new URL(`http://${decoded}/`).hostname === domain ? decoded : domain
  } catch {
    return domain
  }
}
