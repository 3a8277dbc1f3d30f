/**
 * Control characters, and invisible characters that reorder or split text: zero-width characters,
 * direction marks, soft hyphen, byte order mark.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu

/**
 * Replaces each sequence of white space with one space, removes invisible characters, and cuts the
 * text to `lengthMax` characters.
 */
export function foldText(text: string, lengthMax: number): string {
  // A hostile page may contain a very long text, so only the first `4 * lengthMax` characters are
  // processed.
  const visible = text.slice(0, lengthMax * 4).replace(INVISIBLE, '')
  // Some pages escape "&" twice, as "&amp;amp;", so "&amp;" may remain after the HTML was parsed.
  const plain = visible.includes('&') ? visible.replace(/&amp;/giu, '&') : visible
  const folded = plain.replace(/\s{2,}|[^\S ]/gu, ' ').trim()
  return folded.length > lengthMax ? wellFormed(folded.slice(0, lengthMax)).trim() : folded
}

/**
 * A cut can leave half of a surrogate pair at the end, and PostgreSQL rejects such a half in JSON.
 */
function wellFormed(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
