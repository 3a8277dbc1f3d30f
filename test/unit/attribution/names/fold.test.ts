import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  foldLetters,
  foldToLetters,
  foldWords,
  withoutMarks,
} from '../../../../shared/attribution/names/fold.ts'

test.each([
  ['Müller & Söhne GmbH', 'muller sohne gmbh'],
  ['  ACME,   Inc. ', 'acme inc'],
  ['Société Générale', 'societe generale'],
  ['ＡＣＭＥ', 'acme'],
  ['서울특별시', '서울특별시'],
  ['—', ''],
])('foldWords(%j) gives %j', (text, words) => {
  expect(foldWords(text)).toBe(words)
})

test('folding a folded text does not change it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(foldWords(foldWords(text))).toBe(foldWords(text))
      expect(foldToLetters(foldToLetters(text))).toBe(foldToLetters(text))
    }),
  )
})

test('foldToLetters gives the words of foldWords without spaces for ASCII text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
      expect(foldToLetters(text)).toBe(foldWords(text).replaceAll(' ', ''))
    }),
  )
})

test('NFD keeps the ligature fi, and NFKD replaces it with letters', () => {
  expect(foldToLetters('ﬁsh', 'NFD')).toBe('ﬁsh')
  expect(foldToLetters('ﬁsh')).toBe('fish')
})

test('trade mark signs are removed from names', () => {
  expect([foldToLetters('Kork™'), foldWords('Kork™ Ltd'), foldLetters('Kork℠').trim()]).toEqual([
    'kork',
    'kork ltd',
    'kork',
  ])
})

test('withoutMarks removes marks in every script, foldLetters only in Latin script', () => {
  expect(withoutMarks('Ёлка')).toBe('елка')
  expect(foldLetters('Ёлка Łódź Straße')).toBe('ёлка lodz strasse')
  expect(foldLetters('Köln', true)).toBe('koeln')
})
