/**
 * Characters that XML 1.0 does not allow in a document, escaped or not (section 2.2). Lone
 * surrogates are among them.
 */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
/**
 * Controls of direction and other characters that nobody can see. A program that shows the text
 * could be deceived by them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * The text is safe in the content and the attributes of an XML document. Characters that XML
 * forbids are removed.
 */
export const xmlEscaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Line breaks become blanks; other control, bidirectional and invisible characters are removed. */
export const withoutControls = (text: string): string =>
  text.replace(/[\t\n\r]+/g, ' ').replace(INVISIBLE, '')
