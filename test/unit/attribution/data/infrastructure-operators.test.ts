import { expect, test } from 'vitest'
import { infrastructureRole } from '../../../../shared/attribution/data/infrastructure-operators.ts'
import { compactName } from '../../../../shared/attribution/names/entity-names.ts'

test.each([
  ['HugeDomains.com', 'parking'],
  ['Natro Hosting', 'registrar'],
  ['ООО «РЕГ.РУ»', 'registrar'],
  ['가비아', 'registrar'],
  ['WEDOS Internet, a.s.', 'registrar'],
  ['Hibu Inc', 'builder'],
])('%s serves other domains as %s', (name, role) => {
  expect(infrastructureRole(compactName(name))).toBe(role)
})

test.each(['Kork Hosting', 'Northwind.com', 'Natron Chemicals Ltd'])(
  '%s is not a known provider',
  (name) => {
    expect(infrastructureRole(compactName(name))).toBeNull()
  },
)
