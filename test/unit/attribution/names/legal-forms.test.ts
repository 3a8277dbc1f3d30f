import fc from 'fast-check'
import { expect, test } from 'vitest'
import forms from '../../../../shared/attribution/names/legal-form-lists.json' with { type: 'json' }
import {
  foldLegalForm,
  hasAttachedLegalForm,
  isAlsoOrdinaryWord,
  isEndingLegalForm,
  isFormInLowerCase,
  LEGAL_FORM_WORDS_MAX,
  legalFormAtEnd,
  legalFormAtStart,
  mayContainForm,
  withoutAttachedLegalForms,
} from '../../../../shared/attribution/names/legal-forms.ts'
import { propertyRuns } from '../../../property-runs.ts'

test.each([
  ['S.A.', 'sa'],
  ['Sp. z o.o.', 'sp z oo'],
  ['GmbH & Co. KG', 'gmbh co kg'],
  ['OÜ', 'ou'],
])('%j is folded to the legal form %j', (text, form) => {
  expect(foldLegalForm(text)).toBe(form)
  expect(isEndingLegalForm(form)).toBe(true)
})

test.each([
  ['foo ltd', 1],
  ['foo gmbh co kg', 3],
  ['foo bar', 0],
  ['ltd', 0],
  ['', 0],
])('%j ends with a legal form of %i words, and at least one word remains', (name, words) => {
  expect(legalFormAtEnd(name.split(' '))).toBe(words)
})

test.each([
  ['ooo kork', 1],
  ['cong ty tnhh kork', 3],
  ['kork ooo', 0],
])('%j starts with a legal form of %i words', (name, words) => {
  expect(legalFormAtStart(name.split(' '))).toBe(words)
})

test('a legal form without a space before or after it is found and removed', () => {
  expect(hasAttachedLegalForm('株式会社コルク')).toBe(true)
  expect(withoutAttachedLegalForms('株式会社コルク').trim()).toBe('コルク')
  expect(hasAttachedLegalForm('Kork AG')).toBe(false)
})

test('"company" is also an ordinary word, and "gmbh" is a legal form in lower case', () => {
  expect([isAlsoOrdinaryWord('company'), isAlsoOrdinaryWord('gmbh')]).toEqual([true, false])
  expect([isFormInLowerCase('gmbh'), isFormInLowerCase('as')]).toEqual([true, false])
})

test('legal forms of at least six words are found', () => {
  expect(LEGAL_FORM_WORDS_MAX).toBeGreaterThanOrEqual(6)
})

const atEnd: readonly [language: string, names: readonly string[]][] = [
  [
    'English',
    [
      'Kork (Pty) Ltd',
      'Kork (P) Ltd.',
      'Kork L.L.C.',
      'Kork C.I.C.',
      'Kork Designated Activity Company',
    ],
  ],
  [
    'German',
    [
      'Kork e. V.',
      'Kork e.K.',
      'Kork G.m.b.H.',
      'Kork UG (haftungsbeschränkt) & Co. KG',
      'Kork Ges.m.b.H.',
    ],
  ],
  [
    'French',
    [
      'Kork S.A.R.L.',
      'Kork S. A. S.',
      'Kork S.à r.l.',
      'Kork S.C.O.P.',
      "Kork Groupement d'intérêt économique",
    ],
  ],
  [
    'Spanish',
    [
      'Kork, S. Coop. And.',
      'Kork S.C.A.',
      'Kork, C.A.',
      'Kork S. de R.L. de C.V.',
      'Kork, S. L. U.',
    ],
  ],
  ['Italian', ['Kork S. r. l.', 'Kork S.p.A.', 'Kork Soc. Coop. a r.l.', 'Kork S.S.D. a r.l.']],
  ['Dutch', ['Kork B. V.', 'Kork V.O.F.', 'Kork Coöperatie U.A.', 'Kork v.z.w.']],
  ['Portuguese', ['Kork, Unipessoal, Lda.', 'Kork, C.R.L.', 'Kork Ltda. - ME', 'Kork S/S Ltda.']],
  [
    'Polish',
    [
      'Kork Sp. z o.o.',
      'Kork sp. z o. o.',
      'Kork Sp. z.o.o.',
      'Kork P.S.A.',
      'Kork sp. z o.o. sp. k.',
      'Kork Spółka Jawna',
    ],
  ],
  [
    'Czech',
    ['Kork s.r.o.', 'Kork, spol. s r.o.', 'Kork spol. s r. o.', 'Kork a. s.', 'Kork z. ú.'],
  ],
  [
    'Slovak',
    ['Kork, s. r. o.', 'Kork j. s. a.', 'Kork n. o.', 'Kork spoločnosť s ručením obmedzeným'],
  ],
  [
    'Danish',
    ['Kork A/S', 'Kork ApS', 'Kork I/S', 'Kork A.M.B.A.', 'Kork selskab med begrænset ansvar'],
  ],
  ['Swedish', ['Kork AB (publ)', 'Kork ek. för.', 'Kork Ideell förening', 'Kork Kommanditbolag']],
  ['Norwegian', ['Kork ASA', 'Kork Samvirkeforetak', 'Kork NUF', 'Kork Selskap med delt ansvar']],
  ['Finnish', ['Kork Oyj', 'Kork r.y.', 'Kork ry', 'Kork Oy Ab', 'Kork Osakeyhtiö']],
  [
    'Hungarian',
    [
      'Kork Zrt.',
      'Kork Kft.',
      'Kork Nyrt.',
      'Kork Nonprofit Kft.',
      'Kork Korlátolt Felelősségű Társaság',
    ],
  ],
  [
    'Turkish',
    [
      'Kork A.Ş.',
      'Kork Ltd. Şti.',
      'Kork San. ve Dış Tic. A. Ş.',
      'KORK ANONİM ŞİRKETİ',
      'Kork Vakfı',
    ],
  ],
  [
    'Russian',
    [
      'Корк ООО',
      'Корк, общество с ограниченной ответственностью',
      'КОРК ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО',
    ],
  ],
  ['Ukrainian', ['Корк ТОВ', 'КОРК ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ']],
  [
    'Greek',
    [
      'Κορκ Α.Ε.',
      'Κορκ Ε. Π. Ε.',
      'Κορκ Μονοπρόσωπη Ι.Κ.Ε.',
      'ΚΟΡΚ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ',
      'Κορκ & Σια Ο.Ε.',
    ],
  ],
  ['Japanese', ['Kork K.K.', 'Kork Kabushiki Kaisha', 'Kork Co., Ltd.']],
  [
    'Arabic',
    [
      'كورك ش.م.م',
      'كورك ذ.م.م.',
      'كورك ش. ذ. م. م.',
      'كورك المحدودة',
      'كورك ذات مسؤولية محدودة',
      'Kork W.L.L.',
    ],
  ],
  ['Hebrew', ['קורק בע"מ', 'קורק בע״מ', 'קורק ש.מ.', 'קורק (ע"ר)', 'קורק חל"צ']],
  ['Hindi', ['कॉर्क प्राइवेट लिमिटेड', 'कॉर्क लिमिटेड', 'कॉर्क प्रा. लि.', 'Kork Pvt. Ltd.']],
  ['Indonesian', ['Kork Tbk', 'Kork (Persero) Tbk.', 'Kork Perseroan Terbatas']],
]

test.each(atEnd)(
  'a name in %s ends with a legal form, with or without dots, spaces and marks',
  (_language, names) => {
    const rests = names.map((name) => {
      const words = foldLegalForm(name).split(' ')
      return words.slice(0, -legalFormAtEnd(words)).length
    })
    expect(rests).toEqual(names.map(() => 1))
  },
)

const atStart: readonly [language: string, names: readonly string[]][] = [
  ['French', ['SARL Kork', 'S.A.S.U. Kork', 'Association Kork']],
  ['Spanish', ['Fundación Kork', 'Asociación Cultural Kork']],
  ['Italian', ['A.S.D. Kork', 'Fondazione Kork']],
  ['Dutch', ['Stichting Kork', 'Coöperatie Kork']],
  ['Polish', ['Stowarzyszenie Kork', 'Spółka z ograniczoną odpowiedzialnością Kork']],
  ['Czech', ['Nadační fond Kork']],
  ['Swedish', ['Aktiebolaget Kork', 'Bostadsrättsföreningen Kork']],
  ['Danish', ['Den Selvejende Institution Kork']],
  ['Finnish', ['Tmi Kork']],
  [
    'Russian',
    [
      'ООО «Корк»',
      'ПАО «Корк»',
      'ЗАО "Корк"',
      'ИП Корк',
      'НКО «Корк»',
      'общество с ограниченной ответственностью «Корк»',
    ],
  ],
  [
    'Ukrainian',
    [
      'ТОВ «Корк»',
      'ФОП Корк',
      'ТОВАРИСТВО З ОБМЕЖЕНОЮ ВІДПОВІДАЛЬНІСТЮ «КОРК»',
      'Приватне підприємство "Корк"',
    ],
  ],
  ['Arabic', ['شركة كورك', 'جمعية كورك']],
  ['Hebrew', ['עמותת קורק']],
  ['Indonesian', ['PT Kork', 'CV. Kork', 'PT. Kork', 'Yayasan Kork']],
]

test.each(atStart)('a name in %s starts with a legal form', (_language, names) => {
  const rests = names.map((name) => {
    const words = foldLegalForm(name).split(' ')
    return words.slice(legalFormAtStart(words)).length
  })
  expect(rests).toEqual(names.map(() => 1))
})

test.each([
  [
    'Japanese',
    [
      '株式会社コルク',
      'コルク(株)',
      'コルク（株）',
      '㈱コルク',
      '特定非営利活動法人コルク',
      'コルク農業協同組合',
      'NPO法人コルク',
    ],
  ],
  [
    'Chinese',
    [
      '科克有限公司',
      '科克股份有限公司',
      '科克有限责任公司',
      '科克有限責任公司',
      '科克(有限合伙)',
      '財團法人科克',
    ],
  ],
  [
    'Korean',
    [
      '주식회사 코르크',
      '코르크(주)',
      '㈜코르크',
      '유한회사 코르크',
      '코르크 유한책임회사',
      '사회적협동조합 코르크',
    ],
  ],
] as const)('a name in %s has an attached legal form', (_language, names) => {
  expect(names.filter((name) => !hasAttachedLegalForm(name))).toEqual([])
  const rests = names.map((name) =>
    withoutAttachedLegalForms(name.normalize('NFKC').toLowerCase()).trim(),
  )
  expect(new Set(rests).size).toBe(1)
})

test.each(['Fort Kent, ME', 'Adresse IP', 'Kork AC', 'Flor de Sal'])(
  '%j does not end with a legal form',
  (text) => {
    expect(legalFormAtEnd(foldLegalForm(text).split(' '))).toBe(0)
  },
)

test('a legal form in a script without case is recognised as written', () => {
  expect(
    ['בע"מ', 'المحدودة', 'लिमिटेड'].map((form) => isFormInLowerCase(foldLegalForm(form))),
  ).toEqual([true, true, true])
})

test('the fast check finds each legal form behind any word, in small letters and in capitals', () => {
  const form = fc.constantFrom(...Object.values(forms.ending).flat())
  const word = fc.constantFrom('Kork', '-', '«Корк»', 'été', '日本', '&')
  fc.assert(
    fc.property(
      word,
      form,
      fc.constantFrom('', '.', ',', ')'),
      fc.boolean(),
      (before, ending, sign, isCapital) =>
        mayContainForm(`${before} ${isCapital ? ending.toUpperCase() : ending}${sign} and more`),
    ),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each(['Kork', 'Contact us now', 'GmbH', 'Über uns'])(
  'the fast check finds no legal form in %j',
  (text) => {
    expect(mayContainForm(text)).toBe(false)
  },
)
