/** Node can decode the charsets of this file but cannot encode them, so this file encodes them. */

const ESCAPE_TO_JIS0208 = [0x1b, 0x24, 0x42]
const ESCAPE_TO_ASCII = [0x1b, 0x28, 0x42]
const REPLACEMENT = 0x3f

/**
 * Characters for the bytes 0x80-0x9f in windows-1252 (WHATWG Encoding Standard). `iso-8859-1` and
 * `latin1` mean windows-1252 too.
 * The table is written by hand, because the decoder of Node 20 returns control characters for these
 * bytes.
 */
const WINDOWS_1252_UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const WINDOWS_1252_LABELS = new Set(['windows-1252', 'iso-8859-1', 'latin1'])

const singleByteTables = new Map<string, Map<string, number>>()
let jis0208: Map<string, [number, number]> | undefined

/**
 * `charset` is a label of the WHATWG Encoding Standard; an unknown label means UTF-8. A character
 * that the charset does not contain becomes "?".
 */
export function encodeText(text: string, charset: string): Buffer {
  const label = charset.trim().toLowerCase()
  if (label === 'shift_jis' || label === 'sjis' || label === 'x-sjis')
    return encodeDoubleByte(text, shiftJis)
  if (label === 'euc-jp') return encodeDoubleByte(text, eucJp)
  if (label === 'iso-2022-jp') return encodeIso2022Jp(text)
  if (/^(?:latin1|iso-8859-\d+|windows-\d+|koi8-[ru])$/.test(label))
    return encodeSingleByte(text, label)
  return Buffer.from(text, 'utf8')
}

export function charsetOf(contentType: string | null | undefined): string {
  return /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
}

function encodeSingleByte(text: string, label: string): Buffer {
  const table = singleByteTables.get(label) ?? singleByteTable(label)
  singleByteTables.set(label, table)
  return Buffer.from(Array.from(text, (character) => table.get(character) ?? REPLACEMENT))
}

function singleByteTable(label: string): Map<string, number> {
  const decoder = new TextDecoder(label)
  const table = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) table.set(decoder.decode(Uint8Array.of(byte)), byte)
  if (WINDOWS_1252_LABELS.has(label)) {
    for (const [index, character] of Array.from(WINDOWS_1252_UPPER).entries())
      table.set(character, 0x80 + index)
  }
  return table
}

/**
 * Row and cell of every character of JIS X 0208, each from 0x21 to 0x7e. The table is built with
 * Node's EUC-JP decoder.
 */
function jisTable(): Map<string, [number, number]> {
  if (jis0208) return jis0208
  const decoder = new TextDecoder('euc-jp')
  const table = new Map<string, [number, number]>()
  for (let row = 0x21; row <= 0x7e; row++) {
    for (let cell = 0x21; cell <= 0x7e; cell++) {
      const character = decoder.decode(Uint8Array.of(row | 0x80, cell | 0x80))
      if (character !== '�' && !table.has(character)) table.set(character, [row, cell])
    }
  }
  jis0208 = table
  return table
}

function encodeDoubleByte(
  text: string,
  pack: (row: number, cell: number) => [number, number],
): Buffer {
  const table = jisTable()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? REPLACEMENT
    const place = table.get(character)
    if (code < 0x80) bytes.push(code)
    else if (place) bytes.push(...pack(...place))
    else bytes.push(REPLACEMENT)
  }
  return Buffer.from(bytes)
}

function eucJp(row: number, cell: number): [number, number] {
  return [row | 0x80, cell | 0x80]
}

/**
 * In Shift_JIS, two neighbouring rows have the same first byte. The second byte shows if the row is
 * odd or even (JIS X 0208 annex 1).
 */
function shiftJis(row: number, cell: number): [number, number] {
  const half = (row - 0x21) >> 1
  const lead = half < 31 ? half + 0x81 : half + 0xc1
  if (row % 2 === 0) return [lead, cell + 0x7e]
  return [lead, cell < 0x60 ? cell + 0x1f : cell + 0x20]
}

function encodeIso2022Jp(text: string): Buffer {
  const table = jisTable()
  const bytes: number[] = []
  let wide = false
  for (const character of text) {
    const code = character.codePointAt(0) ?? REPLACEMENT
    const place = code < 0x80 ? undefined : table.get(character)
    if (place && !wide) bytes.push(...ESCAPE_TO_JIS0208)
    if (!place && wide) bytes.push(...ESCAPE_TO_ASCII)
    wide = place !== undefined
    if (place) bytes.push(...place)
    else bytes.push(code < 0x80 ? code : REPLACEMENT)
  }
  if (wide) bytes.push(...ESCAPE_TO_ASCII)
  return Buffer.from(bytes)
}
