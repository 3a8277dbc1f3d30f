import { expect, test } from 'vitest'
import {
  foldLegalForm,
  hasAttachedLegalForm,
  isAlsoOrdinaryWord,
  isEndingLegalForm,
  isFormInLowerCase,
  LEGAL_FORM_WORDS_MAX,
  legalFormAtEnd,
  legalFormAtStart,
  withoutAttachedLegalForms,
} from '../../../../shared/attribution/names/legal-forms.ts'

test.each([
  ['S.A.', 'sa'],
  ['Sp. z o.o.', 'sp z oo'],
  ['GmbH & Co. KG', 'gmbh co kg'],
  ['OÜ', 'ou'],
])('%j is the form %j', (text, form) => {
  expect(foldLegalForm(text)).toBe(form)
  expect(isEndingLegalForm(form)).toBe(true)
})

test.each([
  ['foo ltd', 1],
  ['foo gmbh co kg', 3],
  ['foo bar', 0],
  ['ltd', 0],
  ['', 0],
])('%j ends in a form of %i words, and one word is always left', (name, words) => {
  expect(legalFormAtEnd(name.split(' '))).toBe(words)
})

test.each([
  ['ooo kork', 1],
  ['cong ty tnhh kork', 3],
  ['kork ooo', 0],
])('%j starts with a form of %i words', (name, words) => {
  expect(legalFormAtStart(name.split(' '))).toBe(words)
})

test('a form written without a space is found and taken off', () => {
  expect(hasAttachedLegalForm('株式会社コルク')).toBe(true)
  expect(withoutAttachedLegalForms('株式会社コルク').trim()).toBe('コルク')
  expect(hasAttachedLegalForm('Kork AG')).toBe(false)
})

test('some forms are ordinary words too, and some are forms in lower case', () => {
  expect([isAlsoOrdinaryWord('company'), isAlsoOrdinaryWord('gmbh')]).toEqual([true, false])
  expect([isFormInLowerCase('gmbh'), isFormInLowerCase('as')]).toEqual([true, false])
})

test('no form is longer than is looked for', () => {
  expect(LEGAL_FORM_WORDS_MAX).toBeGreaterThanOrEqual(6)
})
