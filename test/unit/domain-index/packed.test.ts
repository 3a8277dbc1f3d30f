import { expect, test } from 'vitest'
import { packed, textOfLines } from '../../../shared/domain-index/packed.ts'

test('texts are stored one after the other, and their places are counted in bytes', () => {
  const { bytes, offsets } = packed([textOfLines(['å', 'b']), textOfLines([]), textOfLines(['€'])])
  expect(new TextDecoder().decode(bytes)).toBe('å\nb\n€\n')
  expect(offsets).toEqual([0, 5, 5, 9])
})
