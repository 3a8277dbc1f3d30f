// Characters that XML 1.0 forbids in a document, even in an escaped form (section 2.2). Half of a
// surrogate pair is forbidden too.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
// Invisible characters, for example those that change the direction of text. An attacker could use
// them to deceive the reader of the file.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Escapes a text for the content and the attributes of an XML document. Characters that XML forbids
 * are removed.
 */
export const xmlEscaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Replaces line breaks and tabs by blanks, and removes all other control, bidirectional and
 * invisible characters.
 */
export const withoutControls = (text: string): string =>
  text.replace(/[\t\n\r]+/g, ' ').replace(INVISIBLE, '')
