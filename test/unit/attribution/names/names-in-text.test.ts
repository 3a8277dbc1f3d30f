import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasForm, withoutForm } from '../../../../shared/attribution/names/forms-in-words.ts'
import { withoutUnclosedBracket } from '../../../../shared/attribution/names/name-edges.ts'
import {
  NAME_LENGTH_MAX,
  nameAtEnd,
  nameAtStart,
  plausibleName,
} from '../../../../shared/attribution/names/names-in-text.ts'
import { propertyRuns } from '../../../property-runs.ts'

const leading: readonly [text: string, name: string | null][] = [
  ['the City of Corkham. If you have questions', 'City of Corkham'],
  ['Kork Instruments, Inc. 5 Mill Lane', 'Kork Instruments, Inc.'],
  ['Kork Family Dental, P.A. | Website by Somebody LLC', 'Kork Family Dental, P.A.'],
  ['KORK SAS, au capital de 50 000 €', 'KORK SAS'],
  ['CORCHO, S.A., con CIF A-46103834', 'CORCHO, S.A.'],
  ['IPKORK GmbH, Zug, Switzerland, a Kupfer company.', 'IPKORK GmbH'],
  ['Kork Paper Goods Inc.. Throughout the site', 'Kork Paper Goods Inc.'],
  ['Kork Divers (2021) Pty Ltd ABN 88 643 118 090', 'Kork Divers (2021) Pty Ltd'],
  ['kork. b.v. Papendorpseweg 100', 'kork. b.v.'],
  ['Brandt & Söhne Kaminstudio GmbH & Co. KG', 'Brandt & Söhne Kaminstudio GmbH & Co. KG'],
  ['la Société éditrice du Liège SA, au capital', 'Société éditrice du Liège SA'],
  ['der Kork GmbH, Hans-Kork-Straße 1', 'Kork GmbH'],
  ['Kork News & Media Limited or its affiliated companies', 'Kork News & Media Limited'],
  ['有限会社さくら庵（以下「当社」）', '有限会社さくら庵'],
  [
    'Korkow Insurance Society Limited, authorised by the Authority',
    'Korkow Insurance Society Limited',
  ],
  ['Kork Inns Limited. Registered in England', 'Kork Inns Limited'],
  ['Kork AB är personuppgiftsansvarig', 'Kork AB'],
  ['ООО «Корк и Медь», ИНН 7701', 'ООО «Корк и Медь»'],
  ['A.B.C. Kork Ltd, Corkham', 'A.B.C. Kork Ltd'],
  ['株式会社コルク 代表取締役 水原', '株式会社コルク'],
  ['Harkork, Lindkork & Pryce LLP. All rights', 'Harkork, Lindkork & Pryce LLP'],
  ['Harkork, Lindkork and Pryce LLP', 'Harkork, Lindkork and Pryce LLP'],
  ['Kork, Berlin, Paris and London', 'Kork'],
  ['ООО «Корк»', 'ООО «Корк»'],
  ['Công ty TNHH Cà Phê Kork | 2026', 'Công ty TNHH Cà Phê Kork'],
  ['Kork Quay Ltd, Company No. 10987654', 'Kork Quay Ltd'],
  ['Published by Kork Media, LLC in Ohio', 'Kork Media, LLC'],
  ['Dr. med. Ada Lind, Osterstr. 20', 'Dr. med. Ada Lind'],
  ['Univ.-Prof. Dr. rer. nat. Ada Lind ist', 'Univ.-Prof. Dr. rer. nat. Ada Lind'],
  ['Kork™ is ours', 'Kork'],
  ['Kork Limited (company number 04418820), a subsidiary', 'Kork Limited'],
  ['Kork (UK) Ltd (registered in England', 'Kork (UK) Ltd'],
  ['株式会社コルク（東京', '株式会社コルク'],
  ['we collect data', null],
  ['third parties', null],
  ['https://kork.example/', null],
  ['', null],
  ['12345', null],
]

describe('leadingName', () => {
  test.each(leading)('the name at the start of %j is %j', (text, name) => {
    expect(nameAtStart(text)).toBe(name)
  })
})

const trailing: readonly [text: string, name: string | null][] = [
  ['This Privacy Policy describes how Kork Studies, Inc. (', 'Kork Studies, Inc.'],
  ['Read these terms carefully. Marrow & Fennel Provisions LLC', 'Marrow & Fennel Provisions LLC'],
  ['Welcome to Kork Ltd', 'Kork Ltd'],
  ['Privacy Policy of The Kork Company', 'The Kork Company'],
  ['In March 2026 Ledgerline Software B.V.', 'Ledgerline Software B.V.'],
  ['how we use it', null],
]

describe('trailingName', () => {
  test.each(trailing)('the name at the end of %j is %j', (text, name) => {
    expect(nameAtEnd(text)).toBe(name)
  })
})

test.each([
  ['Kork GmbH & Co. KG', true, 'Kork'],
  ['Kork, Inc.', true, 'Kork'],
  ['株式会社コルク', true, '株式会社コルク'],
  ['Kork and Sons', false, 'Kork and Sons'],
])('hasForm(%j) is %j, and the name without its legal form is %j', (name, form, bare) => {
  expect(hasForm(name)).toBe(form)
  expect(withoutForm(name)).toBe(bare)
})

test('an extracted name is a verbatim part of its text, bounded, without markup and control characters', () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 600 }),
    fc
      .array(
        fc.constantFrom(
          'Kork',
          'GmbH',
          '&',
          'Inc.',
          ',',
          '(',
          ')',
          '"we"',
          '<b>',
          'of',
          'the',
          '株式会社',
          '\u0000',
          '\u202e',
          '. ',
          'S.à r.l.',
          '–',
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      for (const name of [nameAtStart(text), nameAtEnd(text), plausibleName(text)]) {
        if (name === null) continue
        expect(text).toContain(name)
        expect(name.length).toBeLessThanOrEqual(NAME_LENGTH_MAX)
        expect(name).not.toMatch(/[<>\u0000-\u001f]/u)
      }
    }),
    { numRuns: propertyRuns(3_000) },
  )
})

test.each([
  ['Kork Limited (company', 'Kork Limited '],
  ['Kork (UK) Ltd [since 1990', 'Kork (UK) Ltd '],
  ['Kork (a [b) c', 'Kork '],
  ['Kork) Ltd', 'Kork) Ltd'],
  ['株式会社コルク（東京', '株式会社コルク'],
  ['', ''],
])('%j without an unclosed bracket is %j', (text, expected) => {
  expect(withoutUnclosedBracket(text)).toBe(expected)
})

test('no plausible name has an unclosed bracket', () => {
  const piece = fc.constantFrom(
    'Kork',
    ' ',
    'Ltd',
    'GmbH',
    '(',
    ')',
    '[',
    ']',
    '（',
    '）',
    ',',
    '1',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      for (const name of [plausibleName(text), nameAtStart(text), nameAtEnd(text)])
        if (name !== null) expect(withoutUnclosedBracket(name)).toBe(name)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
