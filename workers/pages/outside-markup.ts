import { html } from 'hono/html'

export type Markup = ReturnType<typeof html>

const CHARACTERS_MAX = 300

// A stranger could make one name look like another with characters that are invisible or change
// the direction of the text around them (Unicode Standard Annex 9).
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
// A long run of combining marks would cover the lines above and below.
const MARK_RUN = /(\p{M}{8})\p{M}+/gu

const codePoint = (character: string): string =>
  character === '\n' || character === '\t'
    ? ' '
    : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Text of a stranger in one bounded line, with its deceiving characters visible. */
export function visibleText(text: string, max = CHARACTERS_MAX): string {
  const visible = text
    .slice(0, 4 * max)
    .replace(MARK_RUN, '$1…')
    .replace(DECEIVING, codePoint)
  const characters = Array.from(visible)
  return characters.length <= max ? visible : `${characters.slice(0, max).join('')}…`
}

/** The same as an element, whose direction of writing does not change the text around it. */
export const outside = (text: string, max?: number): Markup =>
  html`<bdi class="outside">${visibleText(text, max)}</bdi>`
