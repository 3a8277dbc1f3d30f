import { describe, expect, test } from 'vitest'
import { VERIFYING_REGISTRIES } from '../../../../shared/attribution/data/verifying-registries.ts'
import { verifiesClients } from '../../../../shared/attribution/signals/corporate-registrars.ts'
import { registrationSignals } from '../../../../shared/attribution/signals/registration-signals.ts'
import { evidence, registeredTo, target, whois } from '../scoring/sample-evidence.ts'

const NAME = 'Kestrelmoor GmbH'
const registrant = (country: string | null = null) => ({
  privacy: 'none' as const,
  registrant: { organization: NAME, name: null, country, email_domain: null },
})
const statement = (domain: string, from: Parameters<typeof whois>[1]) =>
  registrationSignals(target(domain), evidence(whois(domain, from))).find(
    ({ kind }) => kind === 'registrant_organization',
  )

describe('the registrant at a registry', () => {
  test.each([
    ['kestrelmoor.no', null, 'registry'],
    ['kestrelmoor.ee', null, 'registry'],
    ['kestrelmoor.dk', 'DK', 'registry'],
    ['kestrelmoor.dk', 'DE', 'holder'],
    ['kestrelmoor.dk', null, 'holder'],
    ['kestrelmoor.com.br', 'BR', 'register'],
    ['kestrelmoor.com.au', 'AU', 'register'],
    ['kestrelmoor.co.jp', 'JP', 'register'],
    ['kestrelmoor.fi', 'FI', 'holder'],
    ['kestrelmoor.se', 'SE', 'holder'],
    ['kestrelmoor.com', 'DK', 'holder'],
  ])('of %s in %s is the word of the %s', (domain, country, author) => {
    expect(statement(domain, registrant(country))?.author).toBe(author)
  })

  test('is shown with the check that the registry made', () => {
    expect(statement('kestrelmoor.dk', registrant('DK'))?.observed).toBe(
      `Registrant: ${NAME}; .dk checks the identity of each registrant in Denmark`,
    )
    expect(statement('kestrelmoor.com', registeredTo(NAME))?.observed).toBe(`Registrant: ${NAME}`)
  })
})

test('every registry of the table has a page with its rules and a suffix of its own', () => {
  const suffixes = VERIFYING_REGISTRIES.flatMap((row) => row.suffixes)
  expect(new Set(suffixes).size).toBe(suffixes.length)
  for (const { source, since } of VERIFYING_REGISTRIES) {
    expect(source).toMatch(/^https:\/\//u)
    if (since !== null) expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/u)
  }
})

describe('a registrar for companies', () => {
  test.each([
    ['MarkMonitor Inc.', '292', true],
    ['MarkMonitor Inc.', null, true],
    ['MarkMonitor Brand Holdings', '1068', false],
    ['Renamed Registrar Inc.', '292', true],
    ['Corporation Service Company (UK) Limited', null, true],
    ['IP Twins SAS', '1728', true],
    ['101domain GRS Limited', '1011', false],
    ['101domain GRS Limited', null, false],
    ['EnCirca, Inc.', '455', false],
    ['Ascio Technologies, Inc.', '106', false],
    ['NameCheap, Inc.', '1068', false],
    [null, null, false],
  ])('%s with the IANA id %s checks its clients: %s', (name, iana_id, isChecked) => {
    expect(verifiesClients({ name, iana_id })).toBe(isChecked)
  })
})
