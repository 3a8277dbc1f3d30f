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
  for (const depth of ['quick', 'deep'] as const) {
    const end = conclude(target, depth, evidenceOf(statuses), now)
    expect(end.status).toBe(status)
    expect(end.result === undefined).toBe(status === 'failed')
  }
})
