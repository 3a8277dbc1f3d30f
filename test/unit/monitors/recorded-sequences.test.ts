import { describe, expect, test } from 'vitest'
import { DEFAULT_WATCH } from '../../../shared/monitors/kinds.ts'
import { play } from './player.ts'
import { READING_JUDGE as JUDGE } from './reading-judge.ts'
import { CHANGING_SEQUENCES, QUIET_SEQUENCES } from './recorded-sequences.ts'

const sorted = (alerts: readonly { kinds: readonly string[] }[]) =>
  alerts.map(({ kinds }) => kinds.toSorted())

test('the recorded sequences are many, and each has its own name', () => {
  const names = [...QUIET_SEQUENCES, ...CHANGING_SEQUENCES].map(({ name }) => name)
  expect(QUIET_SEQUENCES.length).toBeGreaterThanOrEqual(45)
  expect(CHANGING_SEQUENCES.length).toBeGreaterThanOrEqual(35)
  expect(new Set(names).size).toBe(names.length)
  expect(QUIET_SEQUENCES.every(({ watch }) => watch === DEFAULT_WATCH)).toBe(true)
})

describe('no alert follows when', () => {
  test.each(QUIET_SEQUENCES)('$name', (sequence) => {
    expect(play(sequence, JUDGE).alerts).toEqual([])
  })
})

describe('the exact alerts follow when', () => {
  test.each(CHANGING_SEQUENCES)('$name', (sequence) => {
    expect(sorted(play(sequence, JUDGE).alerts)).toEqual(
      sequence.expected.map((kinds) => kinds.toSorted()),
    )
  })
})
