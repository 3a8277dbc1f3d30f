/** Control characters, and the invisible ones that reorder or split text: zero-width, bidirectional marks, soft hyphen, BOM. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu

/** Text with white space folded to single spaces, invisible characters taken out, cut to `lengthMax` characters. */
export function foldText(text: string, lengthMax: number): string {
  // Folding can only shorten, so what lies far past the limit need not be looked at.
  const folded = text
    .slice(0, lengthMax * 4)
    .replace(INVISIBLE, '')
    // Escaped twice by whoever wrote the page.
    .replace(/&amp;/giu, '&')
    .replace(/\s+/gu, ' ')
    .trim()
  return folded.length > lengthMax ? wellFormed(folded.slice(0, lengthMax)).trim() : folded
}

/** The text without half a surrogate pair at its end, which a cut can leave and JSON stores refuse. */
function wellFormed(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
