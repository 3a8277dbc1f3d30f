import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldLetters, foldToLetters, foldWords, withoutMarks } from '../../../../shared/attribution/names/fold.ts'

test.each([
  ['Müller & Söhne GmbH', 'muller sohne gmbh'],
  ['  ACME,   Inc. ', 'acme inc'],
  ['Société Générale', 'societe generale'],
  ['ＡＣＭＥ', 'acme'],
  ['서울특별시', '서울특별시'],
  ['—', ''],
])('the words of %j are %j', (text, words) => {
  expect(foldWords(text)).toBe(words)
})

test('folded words and letters stay as they are when folded again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(foldWords(foldWords(text))).toBe(foldWords(text))
      expect(foldToLetters(foldToLetters(text))).toBe(foldToLetters(text))
    }),
  )
})

test('the letters of a text are its words without the spaces, in scripts that do not compose again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
      expect(foldToLetters(text)).toBe(foldWords(text).replaceAll(' ', ''))
    }),
  )
})

test('NFD leaves signs that stand for letters, NFKD spells them out', () => {
  expect(foldToLetters('ﬁsh', 'NFD')).toBe('ﬁsh')
  expect(foldToLetters('ﬁsh')).toBe('fish')
})

test('a sign of a trade mark is no part of a name', () => {
  expect([foldToLetters('Kork™'), foldWords('Kork™ Ltd'), foldLetters('Kork℠').trim()]).toEqual([
    'kork',
    'kork ltd',
    'kork',
  ])
})

test('marks fall in every script, but letters fold in Latin script only', () => {
  expect(withoutMarks('Ёлка')).toBe('елка')
  expect(foldLetters('Ёлка Łódź Straße')).toBe('ёлка lodz strasse')
  expect(foldLetters('Köln', true)).toBe('koeln')
})
