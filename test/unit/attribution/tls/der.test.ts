import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  childrenOf,
  type DerElement,
  DerError,
  readElement,
} from '../../../../shared/attribution/tls/der.ts'
import { objectIdOf, stringOf, timeOf } from '../../../../shared/attribution/tls/der-values.ts'
import { der, objectIdentifier, sequence, utf8String } from '../../../internet/der.ts'
import { propertyRuns } from '../../../property-runs.ts'

const fromHex = (hex: string): Buffer => Buffer.from(hex, 'hex')

describe('DER', () => {
  test('elements and their content are read', () => {
    const element = readElement(sequence(utf8String('a'), sequence()))
    const [text, empty] = childrenOf(element)
    expect(text && stringOf(text)).toBe('a')
    expect(empty && childrenOf(empty)).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['a length above the buffer', '300201'],
    ['bytes after the end', '300000'],
    ['an indefinite length', '30800000'],
    ['a length of five bytes', '308500000000010a'],
    ['a length that is not the shortest', '30810100'],
    ['a length with a leading zero', `30820080${'00'.repeat(128)}`],
    ['a long tag number', '3f8101020000'],
    ['a length at the end of the buffer', '3084'],
    ['a huge length', '3084ffffffff00'],
  ])('%s is refused', (_, hex) => {
    expect(() => readElement(fromHex(hex))).toThrow(DerError)
  })

  test('nesting has a limit', () => {
    let nested = sequence()
    for (let depth = 0; depth < 20; depth += 1) nested = sequence(nested)
    const descend = (element: DerElement): void => childrenOf(element).forEach(descend)
    expect(() => descend(readElement(nested))).toThrow(DerError)
  })

  test('no element reaches beyond the bytes that were given', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const around = Buffer.alloc(bytes.length + 64, 0x30)
      around.set(bytes, 32)
      const given = around.subarray(32, 32 + bytes.length)
      const end = given.byteOffset + given.byteLength
      const visit = (element: DerElement): void => {
        expect(element.whole.byteOffset).toBeGreaterThanOrEqual(given.byteOffset)
        expect(element.content.byteOffset + element.content.byteLength).toBeLessThanOrEqual(end)
        if ((element.tag & 0x20) !== 0) childrenOf(element).forEach(visit)
      }
      try {
        visit(readElement(given))
      } catch (error) {
        expect(error).toBeInstanceOf(DerError)
      }
    })
    fc.assert(property, { numRuns: propertyRuns(10_000) })
  })
})

describe('values', () => {
  test.each(['1.2.840.113549.1.1.11', '2.23.140.1.1', '2.5.4.97', '0.4.0.1862.1.6.3'])(
    'object identifier %s',
    (id) => {
      expect(objectIdOf(readElement(objectIdentifier(id)))).toBe(id)
    },
  )

  test.each(['0600', '060185', '0609ffffffffffffffff7f', '040155'])(
    '%s is no object identifier',
    (hex) => {
      expect(() => objectIdOf(readElement(fromHex(hex)))).toThrow(DerError)
    },
  )

  test.each<[string, Buffer, string | null]>([
    ['UTF8String', utf8String('Žluťoučký kůň'), 'Žluťoučký kůň'],
    ['PrintableString', der(0x13, Buffer.from('Kork AB')), 'Kork AB'],
    ['IA5String', der(0x16, Buffer.from('kork.example')), 'kork.example'],
    ['TeletexString', der(0x14, Buffer.from('Kök AB', 'latin1')), 'Kök AB'],
    ['BMPString', der(0x1e, fromHex('004b00f6006b')), 'Kök'],
    ['UniversalString', der(0x1c, fromHex('0000004b000000f6')), 'Kö'],
    ['UTF8String with bad bytes', der(0x0c, fromHex('4bff')), null],
    ['PrintableString with other bytes', der(0x13, fromHex('4bf6')), null],
    ['BMPString of odd length', der(0x1e, fromHex('004b00')), null],
    ['BMPString with half a pair', der(0x1e, fromHex('d800')), null],
    ['UniversalString with a surrogate', der(0x1c, fromHex('0000d800')), null],
    ['text with a zero byte', utf8String('V Bank\0.evil.example'), null],
    ['text that turns the direction', utf8String('\u202eknaB'), null],
    ['spaces', utf8String('   '), null],
    ['another type', der(0x04, Buffer.from('a')), null],
  ])('%s', (_, bytes, text) => {
    expect(stringOf(readElement(bytes))).toBe(text)
  })

  test.each<[number, string, string | null]>([
    [0x17, '260131120000Z', '2026-01-31T12:00:00.000Z'],
    [0x17, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [0x18, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
    [0x17, '2601311200Z', null],
    [0x17, '260131120000+0100', null],
    [0x17, '261331120000Z', null],
    [0x18, '20500101000000.5Z', null],
    [0x0c, '260131120000Z', null],
  ])('time %i %s', (tag, text, time) => {
    const read = () => timeOf(readElement(der(tag, Buffer.from(text)))).toISOString()
    if (time === null) expect(read).toThrow(DerError)
    else expect(read()).toBe(time)
  })
})
