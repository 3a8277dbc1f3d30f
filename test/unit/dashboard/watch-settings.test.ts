import { describe, expect, test } from 'vitest'
import { DEFAULT_WATCH, KINDS, KINDS_BY_SEVERITY } from '../../../shared/monitors/kinds.ts'
import { ApiFailure } from '../../../workers/dashboard/api/failure.ts'
import {
  ALL_KINDS,
  KINDS_OF_SEVERITY,
  kindInWords,
  USUAL_KINDS,
} from '../../../workers/dashboard/screens/monitors/change-kinds.ts'
import {
  knownValue,
  textFilters,
} from '../../../workers/dashboard/screens/monitors/monitor-filters.ts'
import { cadenceInWords } from '../../../workers/dashboard/screens/monitors/monitor-words.ts'
import {
  changedSettings,
  NEW_MONITOR,
  refusedSettings,
  type SettingsForm,
  settingsFormOf,
  settingsQuery,
} from '../../../workers/dashboard/screens/monitors/watch-settings.ts'

const MONITOR = {
  monitor_id: 'mon_1',
  domain: 'example.com',
  status: 'active',
  cadence: 'daily',
  cadence_effective: 'daily',
  watch: ['parked', 'operator_changed'],
  label: 'Customer A',
  email: false,
  passive: false,
  callback_url: 'https://example.com/hook',
  reanalyze_days: 30,
  monthly_credit_limit: 12,
  credits_this_month: 0,
  baseline: null,
  last_checked_at: null,
  next_check_at: null,
  last_changed_at: null,
  last_error: null,
  created_at: '2026-01-01T00:00:00Z',
} satisfies Parameters<typeof settingsFormOf>[0]

const refusal = (
  code: string,
  message: string,
  details: { path: string; message: string }[] = [],
) => new ApiFailure({ status: 422, code, message, details, requestId: null })

test('the page knows the kinds of changes of the service, with the same severities and the same usual choice', () => {
  expect(KINDS_OF_SEVERITY).toEqual(KINDS_BY_SEVERITY)
  expect(ALL_KINDS).toEqual(KINDS)
  expect(USUAL_KINDS).toEqual(DEFAULT_WATCH)
  expect(new Set(ALL_KINDS.map(kindInWords)).size).toBe(KINDS.length)
})

test.each([
  ['daily', 'daily', 'Daily'],
  ['daily', 'weekly', 'Daily, checked weekly: registry limit'],
  ['hourly', 'daily', 'Hourly, checked daily: registry limit'],
] as const)('the cadence %s that is checked %s reads "%s"', (cadence, effective, words) => {
  expect(cadenceInWords({ cadence, cadence_effective: effective })).toBe(words)
})

describe('settings of monitors', () => {
  const saved = settingsFormOf(MONITOR)
  const changed = (before: SettingsForm, part: Partial<SettingsForm>) =>
    changedSettings(before, { ...before, ...part })

  test('an untouched form changes nothing, also when the kinds have another order', () => {
    expect(changed(saved, {})).toEqual({ settings: {} })
    expect(changed(NEW_MONITOR, {})).toEqual({ settings: {} })
    expect(changed(saved, { watch: ['operator_changed', 'parked'] })).toEqual({ settings: {} })
  })

  test('only changed settings are sent, and emptied ones are cleared', () => {
    expect(changed(saved, { label: ' ', callbackUrl: '', reanalyzeDays: '' })).toEqual({
      settings: { label: null, callback_url: null, reanalyze_days: null },
    })
    expect(
      changed(NEW_MONITOR, {
        cadence: 'weekly',
        email: false,
        creditLimit: ' 0 ',
        watch: ['renewed'],
      }),
    ).toEqual({
      settings: { cadence: 'weekly', email: false, monthly_credit_limit: 0, watch: ['renewed'] },
    })
  })

  test.each([
    [{ creditLimit: '1001' }, 'monthly_credit_limit'],
    [{ creditLimit: '-1' }, 'monthly_credit_limit'],
    [{ creditLimit: '' }, 'monthly_credit_limit'],
    [{ label: 'x'.repeat(65) }, 'label'],
    [{ watch: [] }, 'watch'],
  ])('%j has a problem in %s', (part, field) => {
    expect(changed(saved, part)).toEqual({ problems: { [field]: expect.any(String) } })
  })

  test('the settings of a CSV request are texts without empty values', () => {
    expect(
      settingsQuery({ watch: ['parked', 'renewed'], label: null, email: false, reanalyze_days: 7 }),
    ).toEqual({
      watch: 'parked,renewed',
      email: false,
      reanalyze_days: 7,
    })
  })

  test('a refusal of the service belongs to its field', () => {
    expect(refusedSettings(refusal('CADENCE_NOT_ALLOWED', 'x')).cadence).toContain('Your plan')
    expect(
      refusedSettings(
        refusal('VALIDATION_ERROR', 'Refused.', [
          { path: 'label', message: 'must not be empty' },
          { path: 'watch.0', message: 'is unknown' },
          { path: 'domains', message: 'is empty' },
        ]),
      ),
    ).toEqual({ label: 'The value must not be empty.', watch: 'The value is unknown.' })
    expect(refusedSettings(refusal('VALIDATION_ERROR', 'callback_url is not public.'))).toEqual({
      callback_url: 'callback_url is not public.',
    })
    expect(refusedSettings(refusal('MONITOR_LIMIT_REACHED', 'The limit is reached.'))).toEqual({})
  })
})

test('filters of the address are bounded, and a domain is written as the service stores it', () => {
  expect(textFilters({ label: ' ', domain: ' Exämple.COM. ' })).toEqual({
    domain: 'xn--exmple-cua.com',
  })
  expect(textFilters({ label: ' a b ', domain: 'not a domain' })).toEqual({
    label: 'a b',
    domain: 'not a domain',
  })
  expect(textFilters({ label: 'x'.repeat(9_000), domain: '' }).label).toHaveLength(255)
  expect(knownValue('<img>', ['active', 'paused'])).toBeUndefined()
  expect(knownValue('paused', ['active', 'paused'])).toBe('paused')
})
