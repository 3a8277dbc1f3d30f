// A CSS escape. A browser ends it after six hex digits and one white space (CSS Syntax, section
// 4.3.7).
const ESCAPE = /\\(?:([0-9a-f]{1,6})[ \t\n\r\f]?|([^\n\r\f]))/giu
const CODE_POINT_MAX = 0x10ffff

/** Resolves escapes like a browser, which reads `d\69splay` as `display`. */
export const withoutEscapes = (css: string): string =>
  css.includes('\\')
    ? css.replace(ESCAPE, (_, digits: string | undefined, sign: string | undefined) => {
        if (digits === undefined) return sign ?? ''
        const code = Number.parseInt(digits, 16)
        return code === 0 || code > CODE_POINT_MAX ? '\ufffd' : String.fromCodePoint(code)
      })
    : css

const SLASH = 0x2f

/**
 * Removes comments. "/*" inside of a string or URL begins no comment. An attacker could otherwise
 * write one there, so that we would remove a rule that browsers apply.
 */
export function withoutComments(css: string): string {
  if (!css.includes('/*')) return css
  const parts: string[] = []
  let from = 0
  let at = 0
  while (at < css.length) {
    const unit = css.charCodeAt(at)
    if (unit !== SLASH && (unit >= 128 || NOTABLE[unit] === 0)) {
      at += 1
      continue
    }
    if (unit === SLASH && css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2)
      parts.push(css.slice(from, at))
      from = end < 0 ? css.length : end + 2
      at = from
    } else at = afterToken(css, at)
  }
  return [...parts, css.slice(from)].join(' ')
}

const QUOTES = new Set(['"', "'"])

function afterToken(css: string, at: number): number {
  const sign = css[at] ?? ''
  if (sign === '\\') return at + 2
  if (QUOTES.has(sign)) return afterString(css, at)
  if (
    sign === '(' &&
    /url$/iu.test(css.slice(Math.max(0, at - 3), at)) &&
    !/^\s{0,9}["']/u.test(css.slice(at + 1, at + 12))
  )
    return indexOrEnd(css, ')', at) + 1
  return at + 1
}

function afterString(css: string, start: number): number {
  const quote = css[start]
  for (let at = start + 1; at < css.length; at += 1) {
    const sign = css[at]
    if (sign === quote || sign === '\n') return at + 1
    if (sign === '\\') at += 1
  }
  return css.length
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const index = text.indexOf(sign, from)
  return index < 0 ? text.length : index
}

const NOTABLE = new Uint8Array(128)
for (const sign of `"'\\()[]{};:,>+~* \t\n\r\f`) NOTABLE[sign.charCodeAt(0)] = 1

/** Returns the position of the next of these signs outside of strings and brackets, or the end. */
export function nextSign(css: string, from: number, signs: string): number {
  let depth = 0
  let at = from
  while (at < css.length) {
    const unit = css.charCodeAt(at)
    if (unit >= 128 || NOTABLE[unit] === 0) {
      at += 1
      continue
    }
    const sign = css[at] ?? ''
    if (depth === 0 && signs.includes(sign)) return at
    // A brace also counts inside of an unclosed bracket. Otherwise one such bracket would make all
    // rules behind it unread.
    if (depth > 0 && (sign === '}' || sign === '{') && signs.includes(sign)) return at
    const behind = sign === '\\' || sign === '(' || QUOTES.has(sign) ? afterToken(css, at) : at + 1
    if (behind === at + 1 && (sign === '(' || sign === '[')) depth += 1
    if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1)
    at = behind
  }
  return css.length
}

export function splitAt(css: string, sign: string, partsMax: number): string[] {
  if (!css.includes(sign)) return [css]
  const parts: string[] = []
  let from = 0
  while (from <= css.length && parts.length < partsMax) {
    const end = nextSign(css, from, sign)
    parts.push(css.slice(from, end))
    from = end + 1
  }
  return parts
}

export function wordsOf(value: string): string[] {
  if (!value.includes('(')) return value.split(/\s+/u).filter((word) => word !== '')
  const words: string[] = []
  let depth = 0
  let word = ''
  for (const sign of value) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth <= 0 && /\s/u.test(sign)) {
      if (word !== '') words.push(word)
      word = ''
    } else word += sign
  }
  return word === '' ? words : [...words, word]
}
