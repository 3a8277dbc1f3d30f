const PREFIX = 'xn--'
const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700] as const
const [FIRST_CODE, FIRST_BIAS] = [128, 72] as const
const CODE_MAX = 0x10ffff

/** Decodes each Punycode label of a domain (RFC 3492). A malformed label stays as it is. */
export const unicodeOf = (domain: string): string =>
  domain
    .split('.')
    .map((label) =>
      label.startsWith(PREFIX) ? (decoded(label.slice(PREFIX.length)) ?? label) : label,
    )
    .join('.')

function decoded(text: string): string | null {
  const end = text.lastIndexOf('-')
  const codes = Array.from(text.slice(0, Math.max(0, end)), (letter) => letter.charCodeAt(0))
  let [code, bias, place, at]: [number, number, number, number] = [
    FIRST_CODE,
    FIRST_BIAS,
    0,
    end + 1,
  ]
  while (at < text.length) {
    const read = deltaAt(text, at, bias)
    if (read === null) return null
    at = read.next
    place += read.delta
    const size = codes.length + 1
    bias = adapted(read.delta, size, codes.length === Math.max(0, end))
    code += Math.floor(place / size)
    place %= size
    if (code > CODE_MAX) return null
    codes.splice(place, 0, code)
    place += 1
  }
  return String.fromCodePoint(...codes)
}

function deltaAt(
  text: string,
  start: number,
  bias: number,
): { delta: number; next: number } | null {
  let [delta, weight, at] = [0, 1, start]
  for (let step = BASE; ; step += BASE) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit === null || delta > Number.MAX_SAFE_INTEGER / BASE) return null
    at += 1
    delta += digit * weight
    const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias))
    if (digit < threshold) return { delta, next: at }
    weight *= BASE - threshold
  }
}

function digitOf(code: number): number | null {
  if (code >= 48 && code <= 57) return code - 22
  const letter = code | 32
  return letter >= 97 && letter <= 122 ? letter - 97 : null
}

function adapted(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / size)
  let step = 0
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN))
    step += BASE
  }
  return step + Math.floor((BASE * rest) / (rest + SKEW))
}
