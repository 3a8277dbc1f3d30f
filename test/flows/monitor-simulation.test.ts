import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { delaysOfSmallAccount } from '../bench/monitors/fair-turns.ts'
import { delaysBesideHanging } from '../bench/monitors/hanging-names.ts'
import { findSales, HOURS_MAX } from '../bench/monitors/sales.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'

// These tests run `npm run bench -- monitors` with small numbers.

const shared = sharedPostgres()
const names = ['sales', 'alone', 'beside', 'healthy', 'hanging'].map(
  (part) => `monitors_${part}_${process.pid}`,
)
let urls: string[] = []

beforeAll(async () => {
  for (const name of names) urls.push(await createDatabase(shared.url, name, shared.template))
})
beforeEach(() => {
  // Suppresses the log line that each batch of checks writes.
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterAll(async () => {
  for (const name of names) await dropDatabase(shared.url, name)
  urls = []
})

describe('checks on a moved clock', () => {
  test('every sale is found in a cadence and an hour, with one analysis and without a false alert', async () => {
    const found = await findSales({
      databaseUrl: urls[0] ?? '',
      names: 30,
      sales: 6,
      days: 9,
      tickMs: 10 * 60_000,
    })
    expect({ found: found.found, missed: found.missed, late: found.late }).toEqual({
      found: 6,
      missed: [],
      late: [],
    })
    expect(Math.max(...found.hours)).toBeLessThan(HOURS_MAX)
    expect(found.falseAlerts).toEqual([])
    expect(found.checks).toBeGreaterThan(30 * 9)
    expect(found.analyses).toBeLessThanOrEqual(found.changesToAnalyze)
    expect(found.analyses).toBeGreaterThanOrEqual(6)
  }, 120_000)

  test('a large account with overdue checks does not delay a small one much', async () => {
    // The simulation ends after twenty minutes. Most checks of the large account are then still
    // waiting.
    const common = { small: 8, rounds: 1 }
    const mean = (delays: number[]) => delays.reduce((sum, delay) => sum + delay, 0) / delays.length
    const alone = mean(
      await delaysOfSmallAccount({ databaseUrl: urls[1] ?? '', large: 0, ...common }),
    )
    const beside = mean(
      await delaysOfSmallAccount({ databaseUrl: urls[2] ?? '', large: 5_000, ...common }),
    )
    expect(beside / alone).toBeLessThan(2)
  }, 120_000)

  test('domains that never answer delay the others little', async () => {
    const options = { healthy: 100, rounds: 3 }
    const last = async (url: string | undefined, hanging: number) => {
      const rounds = await delaysBesideHanging({ databaseUrl: url ?? '', hanging, ...options })
      return rounds.map((delays) => Math.max(...delays))
    }
    const alone = await last(urls[3], 0)
    const beside = await last(urls[4], 18)
    const ratios = beside.map((seconds, round) => seconds / (alone[round] ?? Number.NaN))
    expect(ratios[0]).toBeLessThan(2)
    expect(Math.max(...ratios.slice(1))).toBeLessThan(1.5)
  }, 120_000)
})
