/** What is kept of a receiver's answer, in characters. */
export const EXCERPT_CHARACTERS_MAX = 1_024

/** Controls, and the marks that turn the direction of text or hide it: nothing that a terminal or a page could obey. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** The beginning of a receiver's answer as plain text that is safe to store and to show; null when nothing is left. */
export function excerptOf(bytes: Uint8Array): string | null {
  // UTF-8 needs at most four bytes a character; more than that is never looked at.
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, EXCERPT_CHARACTERS_MAX * 4))
  const kept = Array.from(text.replace(CONTROLS, '').trim()).slice(0, EXCERPT_CHARACTERS_MAX).join('')
  return kept === '' ? null : kept
}
