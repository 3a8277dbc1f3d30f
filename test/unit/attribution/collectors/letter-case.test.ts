import { expect, test } from 'vitest'
import {
  foldCase,
  foldedPattern,
} from '../../../../shared/attribution/collectors/page/letter-case.ts'

test.each(['k', 'é', 'ß', 'ж', 'ι', 'ή', 'ķ', 'ş', 'ی', 'ה', '사', '店', 'ท'])(
  '%s is a letter of a pattern',
  (letter) => {
    expect(foldedPattern('^\\p{L}$').test(letter)).toBe(true)
    expect(foldedPattern('^[\\p{L}-]{1,3}$').test(`${letter}-${letter}`)).toBe(true)
    expect(foldedPattern('(?<!\\p{L})kork(?!\\p{L})').test(`kork${letter}`)).toBe(false)
    expect(foldedPattern('^[^\\p{L}]$').test(letter)).toBe(false)
  },
)

test.each(['1', ' ', '-', '©', '、', '\u0345', '٣'])('%j is no letter of a pattern', (sign) => {
  expect(foldedPattern('^\\p{L}$').test(sign)).toBe(false)
  expect(foldedPattern('(?<!\\p{L})kork(?!\\p{L})').test(`${sign}kork${sign}`)).toBe(true)
  expect(foldedPattern('^[^\\p{L}]$').test(sign)).toBe(true)
})

test('a class of letters keeps its other members', () => {
  const words = foldedPattern("^[\\p{L}\\d ’'-]{2,9}$")
  expect(words.test(foldCase("L'Île 9"))).toBe(true)
  expect(words.test('kork.de')).toBe(false)
})
