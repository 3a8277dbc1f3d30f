/** Seconds from `now` (RFC 9110 section 10.2.3), or null. */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null || header.length > 64) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // An HTTP date begins with a weekday. This is checked first, because Date.parse also accepts many
  // other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1_000)
}
