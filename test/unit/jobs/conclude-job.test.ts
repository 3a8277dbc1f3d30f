import { expect, test } from 'vitest'
import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import { conclude } from '../../../shared/jobs/conclude-job.ts'

const target = { domain: 'kork.example', registrableDomain: 'kork.example' }
const now = new Date('2026-01-01T00:00:00Z')

function evidenceOf(
  statuses: Partial<Record<CollectedEvidence['collector'], CollectedEvidence['status']>>,
) {
  return Object.entries(statuses).map(([collector, status]) => ({
    collector,
    status,
    collected_at: now.toISOString(),
    duration_ms: 1,
    detail: null,
    source: '',
    data: null,
  })) as CollectedEvidence[]
}

test.each([
  [{ dns: 'ok', whois: 'ok' }, 'completed'],
  [{ dns: 'ok', whois: 'timeout' }, 'partial'],
  [{ dns: 'failed', whois: 'ok', http_probe: 'ok' }, 'failed'],
  [{ dns: 'timeout', whois: 'ok', http_probe: 'empty' }, 'failed'],
  [{ dns: 'failed', whois: 'failed' }, 'failed'],
] as const)('the collectors %j make the job %s', (statuses, status) => {
  const end = conclude(target, evidenceOf(statuses), now)
  expect(end.status).toBe(status)
  expect(end.result === undefined).toBe(status === 'failed')
})

test.each([
  [
    'our DNS services failed',
    { status: 'failed', again_after_ms: 5_000 },
    /^Our DNS services did/u,
  ],
  ['the name servers are silent', { status: 'failed' }, /^The name servers of the domain did/u],
  ['the time was over', { status: 'timeout' }, /^The DNS did not answer in time/u],
] as const)('if %s, the error of the job says so', (_reason, dns, message) => {
  const evidence = evidenceOf({ dns: 'failed', whois: 'ok' }).map((one) =>
    one.collector === 'dns' ? { ...one, ...dns } : one,
  )
  const { error } = conclude(target, evidence, now)
  expect(error).toEqual({ code: 'ANALYSIS_FAILED', message: expect.stringMatching(message) })
  expect(error?.message).toMatch(/, so nothing can be said about the domain\.$/u)
})
