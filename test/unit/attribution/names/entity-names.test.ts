import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanName,
  ENTITY_NAME_LENGTH_MAX,
  guessEntityType,
  hasLegalForm,
  isSameCompany,
  isSameName,
  normalizeEntityName,
  sameEntity,
} from '../../../../shared/attribution/names/entity-names.ts'
import { isGarbled } from '../../../../shared/attribution/names/fold.ts'
import { propertyRuns } from '../../../property-runs.ts'

test.each([
  ['Müller & Söhne GmbH & Co. KG', 'muller sohne'],
  ['MULLER UND SOHNE', 'muller sohne'],
  ['The New York Times Company', 'new york times'],
  ['L’Oréal S.A.', 'loreal'],
  ['Foo S.à r.l.', 'foo'],
  ['Acme Sp. z o.o.', 'acme'],
  ['Aceites Peñaflor, S. Coop. And.', 'aceites penaflor'],
  ['Fietsenmakerij De Waal V.O.F.', 'fietsenmakerij de waal'],
  ['Otto (GmbH & Co KG)', 'otto'],
  ['Yıldız Tekstil San. ve Tic. Ltd. Şti.', 'yildiz tekstil'],
  ['Anadolu Çini Sanayi Ticaret Limited Şirketi', 'anadolu cini'],
  ['Korkmarket Elektronik ve Tic. A.Ş.', 'korkmarket elektronik'],
  ['Công ty TNHH Cà Phê Kork', 'ca phe kork'],
  ['UAB "Tele2"', 'tele2'],
  ['ООО «Ромашка»', 'ромашка'],
  ['株式会社水原製作所', '水原製作所'],
  ['㈱さくら庵', 'さくら庵'],
  ['주식회사 카카오', '카카오'],
  ['北京字节跳动科技有限公司', '北京字节跳动科技'],
  ['Ελληνικά Πετρέλαια Α.Ε.', 'ελληνικά πετρέλαια'],
  ['Ltd', 'ltd'],
])('%s is normalised to %s', (name, normalized) => {
  expect(normalizeEntityName(name)).toBe(normalized)
})

test.each([
  ['BMW AG', 'Bayerische Motoren Werke Aktiengesellschaft'],
  ['P&G', 'The Procter & Gamble Company'],
  ['Unilever', 'Unilever Global IP Limited'],
  ['Kaminstudio Brandt', 'Brandt & Söhne Kaminstudio GmbH & Co. KG'],
  ['De Waal Fietsen', 'Fietsenmakerij De Waal V.O.F.'],
  ['bol.com', 'bol. b.v.'],
  ['Comcast Corporation', 'COMCAST CORP.'],
])('%s and %s are the same entity', (a, b) => {
  expect(sameEntity(a, b)).toBe(true)
  expect(sameEntity(b, a)).toBe(true)
})

test.each([
  ['City of Boston', 'City of Austin'],
  ['Web Wizards Pty Ltd', 'Coral Bay Divers (2021) Pty Ltd'],
  ['Giorgio Pavone', 'Pavone Architettura S.r.l.'],
  ['Studio One', 'Studio Two GmbH'],
  ['Bank', 'Bank of Somewhere'],
  ['Harlow Controls Forge Ltd', 'Harlow & Harlow Forge Ltd'],
  ['Pike & Pike', 'Pike & Sandford'],
  ['Mill & Mill', 'Mill Trading'],
  ['Otter & Otter & Finch Ltd', 'Otter & Finch & Crane Ltd'],
  ['Orion Ltd', 'Orion Orthodontics Inc'],
  ['Ravensmoor Forge GmbH', 'Ravensmoor Forge Bakery Inc'],
])('%s and %s are different entities', (a, b) => {
  expect(sameEntity(a, b)).toBe(false)
})

const sameSpellings = [
  ['Schröder & Kühn GmbH', 'Schroeder & Kuehn GmbH'],
  ['Schröder & Kühn GmbH', 'Schroder und Kuhn GmbH'],
  ['Schröder & Kühn GmbH', 'Schroeder & Kuhn GmbH'],
  ['Sørensen ApS', 'Soerensen ApS'],
  ['Sørensen ApS', 'Sorensen ApS'],
  ['Sørensen ApS', 'SÖRENSEN ApS'],
  ['Åberg AB', 'Aaberg AB'],
  ['Åberg AB', 'Aberg AB'],
  ['Æbleskov A/S', 'Aebleskov A/S'],
  ['Großmann KG', 'Grossmann KG'],
  ['Jäger, Mäder, Böhler & Grün AG', 'Jaeger Maeder Boehler Gruen AG'],
  ['Đorđević d.o.o.', 'Djordjevic d.o.o.'],
  ['Çelik Şeker A.Ş.', 'Celik Seker A.S.'],
  ['Żółw Sp. z o.o.', 'Zolw sp. z o.o.'],
  ['Škola Řemesel s.r.o.', 'Skola Remesel s.r.o.'],
  ['Хлеб Королёва', 'ХЛЕБ КОРОЛЕВА'],
  ['Ψωμί Ηλίας', 'ΨΩΜΙ ΗΛΙΑΣ'],
  ['مخبز أحمد', 'مخبز احمد'],
] as const

test.each(sameSpellings)('%s and %s are two spellings of one name', (a, b) => {
  expect([isSameName(a, b), isSameName(b, a), sameEntity(a, b), sameEntity(b, a)]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isSameCompany(a, b)).toBe(true)
})

test.each([
  ['Bauer GmbH', 'Baur GmbH'],
  ['Baür GmbH', 'Bauer GmbH'],
  ['Joerg Maas', 'Jorg Mas'],
  ['Israel Tours', 'Isral Tours'],
  ['Müller GmbH', 'Miller GmbH'],
  ['Möhre AG', 'Mohren AG'],
  ['Kahn GmbH', 'Kähne GmbH'],
])('%s and %s are two names', (a, b) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([false, false])
})

test('another legal form makes another company, in each spelling', () => {
  expect(isSameCompany('Schröder GmbH', 'Schroeder AG')).toBe(false)
  expect(isSameCompany('Schröder GmbH', 'Schroeder')).toBe(true)
})

test.each([
  ['Santiago Ibarra', 'person'],
  ['Jean-Luc O’Neill', 'person'],
  ['Marrow & Fennel', 'organization'],
  ['Acme GmbH', 'organization'],
  ['Blue Door Photography', 'organization'],
  ['netflix', 'unknown'],
])('the type of %s is %s', (name, type) => {
  expect(guessEntityType(name)).toBe(type)
})

test('a cleaned name has a bounded length and no markup, control or bidirectional characters', () => {
  expect(cleanName('<b>Acme\u202e\u0000 GmbH</b>')).toBe('b Acme GmbH /b')
  expect(cleanName('1234 --- !!!')).toBe('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (raw) => {
      const name = cleanName(raw)
      expect(name.length).toBeLessThanOrEqual(ENTITY_NAME_LENGTH_MAX)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}<>]/u)
      expect(name.isWellFormed()).toBe(true)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

const cleanNameOf = (words: readonly string[]) => cleanName(words.join(' '))
const words = (letters: string, minLength = 1) =>
  fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 }), {
    minLength,
    maxLength: 60,
  })

test('a longer name is cut between words and ends in "…", and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(words('abdegikLmnorstuтджΩğéÃ', 20), (given) => {
      const whole = given.join(' ')
      fc.pre(whole.length > ENTITY_NAME_LENGTH_MAX)
      const name = cleanNameOf(given)
      fc.pre(name !== '')
      expect(name.length).toBeLessThanOrEqual(ENTITY_NAME_LENGTH_MAX)
      expect(name.length).toBeGreaterThan(ENTITY_NAME_LENGTH_MAX - 25)
      const kept = name.replace(/…$/, '')
      expect(whole.startsWith(`${kept} `)).toBe(true)
      expect(cleanName(name)).toBe(name)
      expect(normalizeEntityName(name)).toBe(normalizeEntityName(kept))
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('a name of at most 120 characters stays as it is', () => {
  fc.assert(
    fc.property(words('aäLmnд.,&-'), (given) => {
      const whole = given.join(' ')
      fc.pre(whole.length <= ENTITY_NAME_LENGTH_MAX && /\p{L}/u.test(whole) && !isGarbled(whole))
      expect(cleanName(whole)).toBe(whole)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each([
  ['a script without blanks', '株式会社'.repeat(40), `${'株式会社'.repeat(40).slice(0, 119)}…`],
  ['pairs of surrogates', '𠮷'.repeat(80), `${'𠮷'.repeat(59)}…`],
  ['one long word', `Acme ${'x'.repeat(200)}`, `Acme ${'x'.repeat(114)}…`],
  ['a comma at the cut', `${'x'.repeat(110)}, Daughters and Sons`, `${'x'.repeat(110)}…`],
  ['a blank at the limit', `${'x'.repeat(119)} y`, `${'x'.repeat(119)}…`],
  ['exactly the limit', `${'x'.repeat(118)} y`, `${'x'.repeat(118)} y`],
])('a name with %s is cut readably', (_, raw, expected) => {
  expect(cleanName(raw)).toBe(expected)
})

test('normalising a normalised name without a legal form does not change it', () => {
  const letters = fc.constantFrom(...'aäbßçdéfghiİLlmnoøprsStTuüvwyz .,&-()GmbH0129')
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (name) => {
      const once = normalizeEntityName(name)
      fc.pre(!hasLegalForm(once))
      expect(normalizeEntityName(once)).toBe(once)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('any two strings can be compared in either order with the same result', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (a, b) => {
        expect(sameEntity(a, b)).toBe(sameEntity(b, a))
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
})
