import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanName,
  ENTITY_NAME_LENGTH_MAX,
  guessEntityType,
  hasLegalForm,
  normalizeEntityName,
  sameEntity,
} from '../../../../shared/attribution/names/entity-names.ts'
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
])('%s and %s are different entities', (a, b) => {
  expect(sameEntity(a, b)).toBe(false)
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
