import { oneOf } from '../../../names/pattern-code.ts'
import { nextSign, withoutComments, withoutEscapes, wordsOf } from './css-syntax.ts'
import words from './css-words.json' with { type: 'json' }

export interface Declaration {
  property: string
  value: string
  isImportant: boolean
}

const READ = new Set(words.readProperties)

// Properties and another name for each. Both mean the same in text that runs from left to right.
const SAME: Readonly<Record<string, string>> = {
  '-webkit-filter': 'filter',
  '-webkit-transform': 'transform',
  '-moz-transform': 'transform',
  '-ms-transform': 'transform',
  '-webkit-opacity': 'opacity',
  '-webkit-clip-path': 'clip-path',
  '-webkit-background-clip': 'background-clip',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-block-start': 'margin-top',
  'padding-inline-start': 'padding-left',
  'padding-block-start': 'padding-top',
  'padding-block-end': 'padding-bottom',
  'inline-size': 'width',
  'block-size': 'height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'overflow-x': 'overflow',
  'overflow-y': 'overflow',
  'overflow-block': 'overflow',
  'overflow-inline': 'overflow',
  '-webkit-mask-image': 'mask-image',
  '-webkit-mask-size': 'mask-size',
}

const SIDES: Readonly<Record<string, readonly [string, string, string, string]>> = {
  inset: ['top', 'right', 'bottom', 'left'],
  margin: ['margin-top', '', '', 'margin-left'],
  padding: ['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
}

const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  'inset-inline': ['left', 'right'],
  'inset-block': ['top', 'bottom'],
  'margin-inline': ['margin-left', ''],
  'margin-block': ['margin-top', ''],
  'padding-inline': ['padding-left', 'padding-right'],
  'padding-block': ['padding-top', 'padding-bottom'],
}

export const DECLARATIONS_MAX = 500
/**
 * Replaces the declarations of a rule that has too many, so its element counts as hidden. Otherwise
 * an attacker could put the declaration that hides it behind many others.
 */
export const UNKNOWN: Declaration = { property: 'display', value: 'none', isImportant: true }

export function readDeclarations(css: string): Declaration[] {
  const text = withoutComments(css)
  const found: Declaration[] = []
  let from = 0
  while (from < text.length) {
    if (found.length >= DECLARATIONS_MAX) return [UNKNOWN]
    const end = nextSign(text, from, ';')
    readDeclaration(text.slice(from, end), found)
    from = end + 1
  }
  return found
}

export function readDeclaration(text: string, into: Declaration[]): void {
  const colon = text.indexOf(':')
  if (colon <= 0) return
  const written = withoutEscapes(text.slice(0, colon).trim()).trim()
  const isCustom = written.startsWith('--')
  const property = isCustom ? written : written.toLowerCase()
  const name = SAME[property] ?? property
  if (!isCustom && !READ.has(name) && !EXPANDED.has(name)) return
  const folded = withoutEscapes(text.slice(colon + 1))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
  const isImportant = folded.includes('!') && /! ?important$/u.test(folded)
  const value = isImportant ? folded.slice(0, folded.lastIndexOf('!')).trim() : folded
  const add = (longhand: string, part: string | undefined): void => {
    if (longhand !== '' && part !== undefined)
      into.push({ property: longhand, value: part, isImportant })
  }
  const sides = SIDES[name]
  const pair = PAIRS[name]
  if (sides !== undefined) {
    const [top, right = top, bottom = top, left = right] = wordsOf(value)
    for (const [index, part] of [top, right, bottom, left].entries()) add(sides[index] ?? '', part)
  } else if (pair !== undefined) {
    const [start, end = start] = wordsOf(value)
    add(pair[0], start)
    add(pair[1], end)
  } else if (name === 'font') addFont(value, add)
  else if (name === 'background') addBackground(value, add)
  else if (name === 'mask' || name === '-webkit-mask') {
    add('mask-image', value)
    add(
      'mask-size',
      /\/ ?([\d.]{1,9}[a-z%]{0,4}(?: [\d.]{1,9}[a-z%]{0,4})?)/u.exec(value)?.[1] ?? 'auto',
    )
  } else add(name, value)
}

const EXPANDED = new Set([
  ...Object.keys(SIDES),
  ...Object.keys(PAIRS),
  'font',
  'background',
  'mask',
  '-webkit-mask',
])

function addFont(value: string, add: (longhand: string, part: string | undefined) => void): void {
  const words = wordsOf(value.replace(/ ?\/ ?/gu, '/'))
  const size = words.find(
    (word) =>
      /^(?:[+.\d]|calc|min|max|clamp|(?:xx?-)?(?:small|large)|medium|var)/u.test(word) &&
      !/^[1-9]00$/u.test(word),
  )
  add('font-size', size?.split('/')[0])
  add('line-height', size?.split('/')[1] ?? 'normal')
}

function addBackground(
  value: string,
  add: (longhand: string, part: string | undefined) => void,
): void {
  const words = wordsOf(value)
  const image = words.filter((word) =>
    /(?:url|gradient|image|image-set|paint|element|cross-fade)\(/u.test(word),
  )
  add('background-image', image.length === 0 ? 'none' : image.join(' '))
  add(
    'background-color',
    words.findLast((word) => !image.includes(word) && IS_COLOR.test(word)) ??
      (value.includes('var(') ? value : 'transparent'),
  )
  add('background-clip', words.includes('text') ? 'text' : 'border-box')
}

/** Matches a part of `background` that is a colour: it is no position, size or repetition. */
const IS_COLOR = new RegExp(`^(?!${oneOf(words.backgroundWords)}$)(?:#|[a-z])`, 'u')
