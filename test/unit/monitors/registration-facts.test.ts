import { expect, test } from 'vitest'
import { bareRecord } from '../../../shared/attribution/collectors/registration/merge-records.ts'
import type { RegistrationRecord } from '../../../shared/attribution/registration-record.ts'
import { factsOf, isSameFact } from '../../../shared/monitors/fingerprint.ts'
import { judgeReading, type NameState } from '../../../shared/monitors/judge-reading.ts'
import { DEFAULT_WATCH, severityOf } from '../../../shared/monitors/kinds.ts'

const DAY_MS = 86_400_000
const record = (more: Partial<RegistrationRecord>): RegistrationRecord => ({
  ...bareRecord('larkmill.com', 'rdap', ['rdap.example.net'], 'registered'),
  ...more,
})
const factsWith = (more: Partial<RegistrationRecord>) =>
  factsOf('larkmill.com', {
    registration: record(more),
    dns: null,
    web: null,
    networks: null,
    certificateOrganization: null,
  })

/**
 * Judges each list of statuses twice, because a second reading must confirm a change. Returns the
 * kinds of change in each alert.
 */
function kindsAfter(start: NameState | null, ...readings: string[][]): string[][] {
  let state = start
  const alerts: string[][] = []
  for (const [day, statuses] of readings.entries()) {
    for (const [turn, resolver] of ['one.example', 'two.example'].entries()) {
      const at = day * DAY_MS + turn * 1_800_000
      const judged = judgeReading(
        state,
        { facts: factsWith({ statuses }), at, resolver },
        [900, 3_600],
      )
      state = judged.state
      if (judged.change !== null) alerts.push(judged.change.kinds)
    }
  }
  return alerts
}

test.each([
  'redemption period',
  'redemptionPeriod',
  'redemptionPeriod https://icann.org/epp#redemptionPeriod',
  'Redemption Period',
  'pending delete',
  'pendingDelete',
  'PENDING-DELETE',
  'pendingDelete (restorable)',
  'client hold',
  'clientHold https://icann.org/epp#clientHold',
  'server hold',
  'serverHold',
  'pendingRestore',
  'In quarantine',
  'to be deleted',
])('the status "%s" is reported before the domain is gone', (status) => {
  expect(kindsAfter(null, ['active'], ['active', status])).toEqual([['registration_ending']])
})

test.each([
  ['autoRenewPeriod'],
  ['auto renew period'],
  ['add period'],
  ['client delete prohibited'],
  ['serverDeleteProhibited'],
  ['pending transfer'],
  ['renew period'],
  ['holder verified'],
])('the status "%s" is no end of the registration', (status) => {
  expect(kindsAfter(null, ['active'], ['active', status])).toEqual([])
})

test('each further step to the end is reported, and a restored domain is not', () => {
  const steps = [
    ['active'],
    ['redemption period'],
    ['pending delete', 'redemption period'],
    ['active'],
  ]
  expect(kindsAfter(null, ...steps)).toEqual([['registration_ending'], ['registration_ending']])
})

test('a domain that is ending at the first reading, or whose known facts are older than the kind, is silent', () => {
  expect(kindsAfter(null, ['redemption period'], ['redemption period'])).toEqual([])
  const { state } = judgeReading(
    null,
    { facts: { locks: [] }, at: -DAY_MS, resolver: 'one.example' },
    [900, 3_600],
  )
  expect(kindsAfter(state, ['client hold'], ['client hold'])).toEqual([])
})

test('the end of a registration is of high severity and watched by default', () => {
  expect(severityOf(['registration_ending'])).toBe('high')
  expect(DEFAULT_WATCH).toContain('registration_ending')
})

const registrar = (name: string) =>
  factsWith({ registrar: { name, iana_id: null, url: null, abuse_email: null, abuse_phone: null } })
    .registrar

test.each([
  ['Fernlea Names, Inc (TLDs)', 'Fernlea names Inc.'],
  ['Fernlea Names Ltd [Tag = FERNLEA]', 'Fernlea Names Ltd'],
  ['Fernlea Names Ltd (R77-LRXX)', 'FERNLEA NAMES LIMITED'],
  ['Fernlea Names Ltd (https://fernlea.example)', 'Fernlea Names'],
  ['Fernlea Names Ltd (fernlea.example)', 'Fernlea Names Ltd'],
  ['Fernlea Names Ltd https://www.fernlea.example/', 'Fernlea Names Ltd'],
  ['Fernlea Names GmbH (d/b/a fernlea.example)', 'Fernlea Names GmbH'],
  ['Fernlea Names Ltd t/a Fernlea', 'Fernlea Names Ltd'],
  ['Fernlea Names, Inc. d/b/a Lea Domains', 'Fernlea Names Inc'],
  ['Börje Namn AB', 'Boerje Namn AB'],
  ['7Names GmbH', '7 Names GmbH'],
  ['Fernlea Names GmbH (Ltd.) [Tag = X]', 'Fernlea Names GmbH'],
])('the registrar "%s" is the same as "%s"', (one, other) => {
  expect(isSameFact('registrar', registrar(one), registrar(other))).toBe(true)
})

test.each([
  ['Fernlea Names Ltd', 'Fernlea Hosting Ltd'],
  ['Fernlea (Norway)', 'Fernlea (Sweden)'],
  ['7Names GmbH', '8Names GmbH'],
])('the registrar "%s" is another one than "%s"', (one, other) => {
  expect(isSameFact('registrar', registrar(one), registrar(other))).toBe(false)
})
