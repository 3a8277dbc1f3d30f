const SEQUENCE = 0x30

/** Encodes one element in DER (ITU-T X.690). The length is at most 65,535 bytes. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer<ArrayBuffer> {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

export const sequence = (...parts: Uint8Array[]): Buffer<ArrayBuffer> => der(SEQUENCE, ...parts)
export const utf8String = (text: string): Buffer<ArrayBuffer> => der(0x0c, Buffer.from(text))
export const printableString = (text: string): Buffer<ArrayBuffer> =>
  der(0x13, Buffer.from(text, 'latin1'))

export function objectIdentifier(dotted: string): Buffer<ArrayBuffer> {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(inBase128)))
}

function inBase128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift((left & 0x7f) | 0x80)
  return digits
}
