const DEPTH_MAX = 100
const BLANKS_MAX = 64

/**
 * Reads JSON with the errors that are common on web pages. It skips text that is not JSON and keeps
 * each member that it can read, in linear time. Returns one value, a list if there are several
 * values, or undefined if there is none.
 */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const isQuoted = QUOTED_AGAIN.test(text.slice(0, BLANKS_MAX))
    const plain = isQuoted ? text.replace(/\\(["\\/])/gu, '$1').replace(QUOTE_ENTITY, '"') : text
    const found = new LooseReader(plain).readAll().filter((value) => Object.keys(value).length > 0)
    return found.length > 1 ? found : found[0]
  }
}

/** Some programs escape the quotation marks of a whole block a second time. */
const QUOTED_AGAIN = /^[\s"']*[[{]\s*(?:\\"|&quot;|&#0{0,4}34;|&#x0{0,4}22;)/iu
const QUOTE_ENTITY = /&(?:quot|#0{0,4}34|#x0{0,4}22);/giu
const SPACE = /[\s\ufeff]/u
const WRAPPING = ['<!--', '-->', '<![CDATA[', ']]>', ']]&gt;']
const CDATA = '<![CDATA['
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“"',
  '”': '”“"',
  '„': '”“"',
  '‘': "’'",
  '’': "’'",
}
const ESCAPED: Readonly<Record<string, string>> = {
  b: ' ',
  f: ' ',
  n: '\n',
  r: '\r',
  t: '\t',
  '\n': '',
}
const CONSTANTS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  NaN: null,
  undefined: null,
}

class LooseReader {
  readonly #text: string
  #at = 0
  #openLists = 0
  #openObjects = 0
  #hasCommentEnd = true
  readonly #found: object[] = []

  constructor(text: string) {
    this.#text = text
  }

  readAll(): object[] {
    for (this.#skipBlanks(); this.#at < this.#text.length; this.#skipBlanks()) {
      if (this.#isOpening()) this.#keep(this.#value(0))
      else this.#at += 1
    }
    return this.#found
  }

  #keep(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.#found.push(value)
  }

  #isOpening = (): boolean => this.#next() === '{' || this.#next() === '['
  #next = (): string => this.#text.charAt(this.#at)

  #skipBlanks(): void {
    const text = this.#text
    for (;;) {
      const before = this.#at
      while (SPACE.test(this.#next())) this.#at += 1
      if (text.startsWith('//', this.#at)) this.#skipLine()
      else if (text.startsWith('/*', this.#at)) this.#skipComment()
      else this.#at += WRAPPING.find((sign) => text.startsWith(sign, this.#at))?.length ?? 0
      if (this.#at === before) return
    }
  }

  /** JSON can follow "//<![CDATA[" on the same line, so such a line is not skipped. */
  #skipLine(): void {
    this.#at += 2
    while (this.#next() === ' ' || this.#next() === '\t') this.#at += 1
    if (this.#text.startsWith(CDATA, this.#at)) return
    const end = /[\r\n]/gu
    end.lastIndex = this.#at
    this.#at = end.exec(this.#text)?.index ?? this.#text.length
  }

  #skipComment(): void {
    const end = this.#hasCommentEnd ? this.#text.indexOf('*/', this.#at + 2) : -1
    // Remembers that no end of a comment follows. Otherwise a text with many "/*" would be searched
    // to its end for each of them.
    this.#hasCommentEnd = end >= 0
    this.#at = end < 0 ? this.#at + 2 : end + 2
  }

  #value(depth: number): unknown {
    const sign = this.#next()
    if (sign === '{' || sign === '[') {
      this.#at += 1
      if (depth > DEPTH_MAX) return null
      return sign === '{' ? this.#object(depth) : this.#list(depth)
    }
    return sign in CLOSING ? this.#quoted() : this.#bare()
  }

  #object(depth: number): object {
    const object: Record<string, unknown> = {}
    this.#openObjects += 1
    for (this.#skipBlanks(); this.#at < this.#text.length; this.#skipBlanks()) {
      const sign = this.#next()
      if (sign === '}' || (sign === ']' && this.#openLists > 0)) break
      if (this.#isOpening()) this.#keep(this.#value(depth + 1))
      else if (sign === ',' || sign === ':' || sign === ';' || sign === ']') this.#at += 1
      else this.#member(object, depth)
    }
    if (this.#next() === '}') this.#at += 1
    this.#openObjects -= 1
    return object
  }

  #member(object: Record<string, unknown>, depth: number): void {
    const key = this.#next() in CLOSING ? this.#quoted() : String(this.#bare(true))
    this.#skipBlanks()
    if (this.#next() !== ':' && this.#next() !== '=') return
    while (this.#next() === ':' || this.#next() === '=' || this.#next() === '>') this.#at += 1
    this.#skipBlanks()
    const isEmpty = /[,}\]]/u.test(this.#next()) || this.#at >= this.#text.length
    const value = isEmpty ? null : this.#value(depth + 1)
    if (key !== '__proto__' && value !== null) object[key] = value
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = []
    this.#openLists += 1
    for (this.#skipBlanks(); this.#at < this.#text.length; this.#skipBlanks()) {
      const sign = this.#next()
      if (sign === ']' || (sign === '}' && this.#openObjects > 0)) break
      if (sign === ',' || sign === ':' || sign === ';' || sign === '}') this.#at += 1
      else list.push(this.#value(depth + 1))
    }
    if (this.#next() === ']') this.#at += 1
    this.#openLists -= 1
    return list
  }

  #bare(isKey = false): unknown {
    const start = this.#at
    const end = isKey ? /[:=,{}[\]\r\n"]/u : /[,{}[\]\r\n"]/u
    do this.#at += 1
    while (this.#at < this.#text.length && !end.test(this.#next()))
    const word = this.#text.slice(start, this.#at).trim()
    if (!isKey && Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word]
    return !isKey && /^-?\d{1,20}(?:\.\d{1,20})?$/u.test(word) ? Number(word) : word
  }

  #quoted(): string {
    const mark = this.#next()
    const closing = CLOSING[mark] ?? mark
    const parts: string[] = []
    let kept = this.#at + 1
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#next()
      const isEscape = sign === '\\'
      if (!isEscape && closing.includes(sign) && this.#endsText()) break
      if (!isEscape && sign >= ' ') continue
      parts.push(this.#text.slice(kept, this.#at), isEscape ? this.#escaped() : ' ')
      kept = this.#at + 1
    }
    parts.push(this.#text.slice(kept, this.#at))
    this.#at += 1
    return parts.join('')
  }

  #escaped(): string {
    const code = /^(?:u([\da-f]{4})|x([\da-f]{2}))/iu.exec(
      this.#text.slice(this.#at + 1, this.#at + 6),
    )
    const digits = code?.[1] ?? code?.[2]
    this.#at += digits === undefined ? 1 : 1 + digits.length
    return digits === undefined
      ? (ESCAPED[this.#next()] ?? this.#next())
      : String.fromCharCode(Number.parseInt(digits, 16))
  }

  // True if this quotation mark ends a text: a sign of JSON, another text or a new line follows.
  // Any other quotation mark is part of the text.
  #endsText(): boolean {
    let at = this.#at + 1
    const end = at + BLANKS_MAX
    for (; at < end && SPACE.test(this.#text.charAt(at)); at += 1)
      if (/[\r\n]/u.test(this.#text.charAt(at))) return true
    const next = this.#text.charAt(at)
    return at === end || next === '' || /[,:=}\]"“”„;/<-]/u.test(next)
  }
}
