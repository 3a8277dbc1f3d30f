import { describe, expect, test } from 'vitest'
import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import type { ProgressEvent } from '../../../shared/jobs/progress.ts'
import {
  applyProgress,
  finishRun,
  IDLE,
  isOverdue,
  keepEvidence,
  putBackRun,
  type Running,
  startRun,
} from '../../../shared/jobs/run-state.ts'

const NOW = new Date('2026-11-27T12:00:00.000Z')
const AT = NOW.toISOString()
const IDS = { jobId: 'job_1', requestId: 'req_1' }
const DEADLINE_MS = 180_000

const run = (): Running => startRun(IDLE, IDS, NOW)
const evidence = (source: string): CollectedEvidence => ({
  collector: 'dns',
  status: 'failed',
  detail: null,
  source,
  collected_at: AT,
  duration_ms: 1,
  data: null,
})
const sources = ({ evidence: kept }: Running) => kept.map(({ source }) => source)

describe('idle → running', () => {
  test('a run remembers that the caller sent a key, which only memory has', () => {
    expect(startRun({ state: 'idle', isKeyHeld: true }, IDS, NOW).isKeyHeld).toBe(true)
    expect(run().isKeyHeld).toBe(false)
  })

  test('a run after the end begins anew, without evidence and progress of the former run', () => {
    const done = finishRun(keepEvidence(run(), evidence('old'), true), NOW)
    expect(startRun(done, IDS, NOW)).toEqual(run())
  })
})

describe('running', () => {
  test('each progress event that changes something has a number of its own', () => {
    const event: ProgressEvent = { type: 'started', collectors: ['dns'], at: AT }
    const started = applyProgress(run(), event)
    expect([started.version, started.progress.stage]).toEqual([1, 'collecting'])
    expect(applyProgress(started, event)).toBe(started)
  })

  test('free evidence leaves room for paid evidence, and what does not fit is not kept', () => {
    const half = 'x'.repeat(400_000)
    const free = keepEvidence(run(), evidence(half), true)
    expect(keepEvidence(free, evidence(half), true)).toBe(free)
    const paid = keepEvidence(free, evidence('y'.repeat(400_000)), false)
    expect(sources(paid)).toHaveLength(2)
    expect(keepEvidence(paid, evidence(half), false)).toBe(paid)
    expect(sources(keepEvidence(free, evidence('small'), true))).toEqual([half, 'small'])
  })

  test('the largest kept evidence fits into 2 MB, also in characters of two bytes', () => {
    const kept = keepEvidence(run(), evidence('字'.repeat(899_000)), false)
    expect(sources(kept)).toHaveLength(1)
    expect(2 * JSON.stringify(kept).length).toBeLessThan(2 * 1024 * 1024)
  })

  test.each([
    ['at its deadline', DEADLINE_MS, false],
    ['five minutes after its deadline', DEADLINE_MS + 300_000, false],
    ['later', DEADLINE_MS + 300_001, true],
  ])('a run %s is overdue: %j %j', (_, afterMs, expected) => {
    expect(isOverdue(run(), new Date(NOW.getTime() + afterMs), DEADLINE_MS)).toBe(expected)
  })
})

describe('running → put back → running', () => {
  const LATER = new Date(NOW.getTime() + 60_000)
  const collecting = () => {
    const started = applyProgress(run(), { type: 'started', collectors: ['dns', 'whois'], at: AT })
    return (['dns', 'whois'] as const).reduce(
      (state, collector) =>
        applyProgress(state, {
          type: 'collector ended',
          collector,
          status: 'failed',
          durationMs: 5,
          detail: 'none',
          found: null,
          at: AT,
        }),
      started,
    )
  }

  test('the next run has the kept evidence, a time of its own and the first start', () => {
    const kept = evidence('kept')
    const lost = { ...evidence('lost'), collector: 'whois' } as CollectedEvidence
    const first = keepEvidence(keepEvidence(run(), kept, true), lost, true)
    const next = startRun(putBackRun(first, [kept], LATER), IDS, LATER)
    expect(next).toMatchObject({
      state: 'running',
      startedAt: LATER.getTime(),
      firstStartedAt: NOW.getTime(),
      putBacks: 1,
      evidenceCharacters: JSON.stringify([kept]).length,
    })
    expect(sources(next)).toEqual(['kept'])
  })

  test('lost collectors are pending again, and the percentage does not go back', () => {
    const before = collecting()
    const { progress, version } = putBackRun(before, [evidence('dns')], LATER)
    expect(progress.percent).toBe(before.progress.percent)
    expect(progress.collectors.map(({ status }) => status)).toEqual(['failed', 'pending'])
    expect(version).toBe(before.version + 1)
  })

  test('a caller key that only memory has is still known to be held', () => {
    const held = startRun({ state: 'idle', isKeyHeld: true }, IDS, NOW)
    expect(startRun(putBackRun(held, [], NOW), IDS, LATER).isKeyHeld).toBe(true)
  })
})

test('running → done keeps only the progress, which is complete', () => {
  expect(finishRun(keepEvidence(run(), evidence('old'), true), NOW)).toEqual({
    state: 'done',
    version: 1,
    progress: { percent: 100, stage: 'done', collectors: [], candidate: null, updated_at: AT },
  })
})
