import { classifyName } from '../../shared/attribution/collectors/registration/judge-registrant.ts'
import { foldWords } from '../../shared/attribution/names/fold.ts'
import type { RegistrationRecord } from '../../shared/attribution/registration-record.ts'
import type { Expectation } from './registration-expectations.ts'

export interface Score {
  f1: number
  precision: number
  recall: number
  right: number
  wrong: number
  missed: number
}

export interface Figures {
  rows: number
  /**
   * Score for the registrant's organisation, or for the registrant's name if there is no
   * organisation. Redacted values, privacy services, roles and registry ids do not count.
   */
  registrant: Score
  /** Score for the text of the registrant field. Redacted values and registry ids count too. */
  registrant_as_written: Score
  registrar: Score
  name_servers: Score
  dates: Score
  outcomes: { accuracy: number; right: number; of: number }
}

interface Counts {
  right: number
  wrong: number
  missed: number
}

const HANDLE = /^(?=\S*\d)[A-Za-z0-9][A-Za-z0-9_.-]{2,39}$/

function fold(name: string): string {
  return foldWords(name.replace(/[[(][^\])]*(?:\d|https?:|www\.|Tag)[^\])]*[\])]/g, ' '))
}

function sameName(first: string, second: string): boolean {
  const [one, two] = [fold(first), fold(second)]
  return one.length > 0 && one === two
}

function days(date: string): string[] {
  return [date.slice(0, 10), new Date(date).toISOString().slice(0, 10)]
}

function sameDay(first: string, second: string): boolean {
  const other = days(second)
  return days(first).some((day) => other.includes(day))
}

function score({ right, wrong, missed }: Counts): Score {
  const precision = right / Math.max(1, right + wrong)
  const recall = right / Math.max(1, right + missed)
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  const round = (value: number): number => Math.round(value * 10_000) / 10_000
  return { f1: round(f1), precision: round(precision), recall: round(recall), right, wrong, missed }
}

function countOne(
  counts: Counts,
  expected: readonly string[],
  found: readonly string[],
  same: (a: string, b: string) => boolean,
): boolean {
  const agrees = found.some((value) => expected.some((other) => same(value, other)))
  if (agrees) {
    counts.right += 1
    return true
  }
  if (found.length > 0) counts.wrong += 1
  if (expected.length > 0) counts.missed += 1
  return found.length === 0 && expected.length === 0
}

function realNames(expectation: Expectation): string[] {
  const judged = (expectation.registrant ?? []).map((name) => ({ name, is: classifyName(name).is }))
  // If a privacy service is also named, the person is a contact of that service and not the
  // registrant.
  if (judged.some(({ is }) => is === 'proxy')) return []
  return judged
    .filter(({ name, is }) => is === 'name' && !HANDLE.test(name))
    .map(({ name }) => name)
}

export interface Tally {
  disagreements: string[]
  count(id: string, expectation: Expectation, record: RegistrationRecord): void
  figures(): Figures
}

export function newTally(): Tally {
  const none = (): Counts => ({ right: 0, wrong: 0, missed: 0 })
  const counts = {
    registrant: none(),
    asWritten: none(),
    registrar: none(),
    nameServers: none(),
    dates: none(),
  }
  const disagreements: string[] = []
  let rows = 0
  let outcomesRight = 0
  let outcomes = 0
  const note = (id: string, what: string, expected: unknown, found: unknown): void => {
    disagreements.push(
      `${what}\t${id}\texpected ${JSON.stringify(expected)}\tfound ${JSON.stringify(found)}`,
    )
  }
  return {
    disagreements,
    count(id, expectation, record) {
      rows += 1
      const identity = record.registrant.organization ?? record.registrant.name
      const names = identity === null ? [] : [identity]
      if (expectation.registrant !== null) {
        const real = realNames(expectation)
        if (!countOne(counts.registrant, real, names, sameName))
          note(id, 'registrant', expectation.registrant, names)
        countOne(counts.asWritten, expectation.registrant, names, sameName)
      }
      const registrar = record.registrar.name === null ? [] : [record.registrar.name]
      if (
        expectation.registrar !== null &&
        !countOne(counts.registrar, expectation.registrar, registrar, sameName)
      ) {
        note(id, 'registrar', expectation.registrar, registrar)
      }
      if (expectation.name_servers !== null) {
        const expected = new Set(expectation.name_servers)
        const right = record.name_servers.filter((host) => expected.has(host)).length
        const wrong = record.name_servers.length - right
        const missed = expected.size - right
        counts.nameServers.right += right
        counts.nameServers.wrong += wrong
        counts.nameServers.missed += missed
        if (wrong + missed > 0) note(id, 'name servers', [...expected], record.name_servers)
      }
      for (const key of ['created_at', 'updated_at', 'expires_at'] as const) {
        const expected = expectation[key]
        const found = record[key]
        if (expected === null) continue
        if (!countOne(counts.dates, expected, found === null ? [] : [found], sameDay))
          note(id, key, expected, found)
      }
      if (expectation.outcomes !== null) {
        outcomes += 1
        if (expectation.outcomes.includes(record.outcome)) outcomesRight += 1
        else note(id, 'outcome', expectation.outcomes, record.outcome)
      }
    },
    figures() {
      return {
        rows,
        registrant: score(counts.registrant),
        registrant_as_written: score(counts.asWritten),
        registrar: score(counts.registrar),
        name_servers: score(counts.nameServers),
        dates: score(counts.dates),
        outcomes: {
          accuracy: Math.round((outcomesRight / Math.max(1, outcomes)) * 10_000) / 10_000,
          right: outcomesRight,
          of: outcomes,
        },
      }
    },
  }
}
