import { withVisibleControls } from '../../parts/texts.ts'

const FONT_PX = 12
// Estimated widths at 12 pixels. They are a little larger than those of the usual system fonts, so
// that a label keeps its distance to the next one.
const NARROW_PX = 4.4
const USUAL_PX = 7.2
const CAPITAL_PX = 8.8
const BROAD_PX = 11.5
const FULL_PX = 13
const NARROW = /[ijlIft.,:;'|!()[\]r-]/
const CAPITAL = /[A-Z&+=<>~]/
const BROAD = /[mwMW@%—…]/
// Accents stand on another letter.
const MARK = /\p{M}/u

function characterPx(character: string): number {
  if (NARROW.test(character)) return NARROW_PX
  if (BROAD.test(character)) return BROAD_PX
  if (CAPITAL.test(character)) return CAPITAL_PX
  if ((character.codePointAt(0) ?? 0) < 0x250) return USUAL_PX
  return MARK.test(character) ? 0 : FULL_PX
}

/** Estimated width in pixels. The browser measures text only after it has drawn it. */
export function textWidth(text: string, fontPx = FONT_PX): number {
  let width = 0
  for (const character of text) width += characterPx(character)
  return (width * fontPx) / FONT_PX
}

const BOLD_FACTOR = 1.12
export const boldWidth = (text: string): number => textWidth(text) * BOLD_FACTOR

// Longest text that is measured. Every label is shorter.
const MEASURED_MAX = 400

/**
 * Makes characters visible that could deceive the reader, and cuts the text so that it is at most
 * `max` pixels wide.
 */
export function fittedText(text: string, max: number, fontPx = FONT_PX): string {
  const visible = withVisibleControls(text.slice(0, MEASURED_MAX))
  if (text.length <= MEASURED_MAX && textWidth(visible, fontPx) <= max) return visible
  const ellipsis = textWidth('…', fontPx)
  let kept = ''
  let width = ellipsis
  for (const character of visible) {
    width += textWidth(character, fontPx)
    if (width > max) break
    kept += character
  }
  return `${kept}…`
}

/** Wraps at blanks. The last line is cut if the text needs more than `linesMax` lines. */
export function wrappedText(text: string, max: number, linesMax: number, fontPx: number): string[] {
  const lines: string[] = []
  let line = ''
  const words = withVisibleControls(text).split(/\s+/)
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer, fontPx) <= max) line = longer
    else if (lines.length + 1 === linesMax) {
      return [...lines, fittedText([line, ...words.slice(index)].join(' ').trim(), max, fontPx)]
    } else {
      if (line !== '') lines.push(line)
      line = textWidth(word, fontPx) <= max ? word : fittedText(word, max, fontPx)
    }
  }
  return line === '' ? lines : [...lines, line]
}
