// Characters that a reader does not see: control characters, zero-width characters, direction
// marks, soft hyphens, byte order marks.
const INVISIBLE = new RegExp(
  [
    String.raw`[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f`,
    String.raw`\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]`,
  ].join(''),
  'gu',
)

/** Makes single spaces, removes invisible characters, and keeps at most `lengthMax` characters. */
export function foldText(text: string, lengthMax: number): string {
  // A hostile page may contain a very long text, so it is cut before the slow replacements.
  const visible = text.slice(0, lengthMax * 4).replace(INVISIBLE, '')
  // Some pages escape "&" twice, so one "&amp;" is still in the text.
  const plain = visible.includes('&') ? visible.replace(/&amp;/giu, '&') : visible
  const folded = plain.replace(/\s{2,}|[^\S ]/gu, ' ').trim()
  return folded.length > lengthMax ? wellFormed(folded.slice(0, lengthMax)).trim() : folded
}

/** The end of a cut text may be one half of a surrogate pair, which PostgreSQL rejects in JSON. */
function wellFormed(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
