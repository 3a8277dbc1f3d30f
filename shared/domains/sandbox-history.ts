import { SANDBOX_ENTITY, SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { SandboxLabel } from '../platform/domain-name.ts'
import type { HistoryPoint } from './history-point.ts'

const daysBefore = (days: number): string =>
  new Date(Date.parse(SANDBOX_TIME) - days * DAY_MS).toISOString().replace('Z', '000Z')

const point = (days: number, fields: Partial<HistoryPoint>): HistoryPoint => ({
  jobId: null,
  at: daysBefore(days),
  status: 'completed',
  entityId: null,
  entity: null,
  confidence: 0.25,
  basis: null,
  registrar: 'Sandbox Registrar, Inc.',
  nameservers: ['ns1.sandbox.example', 'ns2.sandbox.example'],
  source: 'local',
  passive: false,
  ...fields,
})

const HISTORIES: Readonly<Record<SandboxLabel, readonly HistoryPoint[]>> = {
  'test-corp': [
    point(0, { entity: SANDBOX_ENTITY, confidence: 0.95, basis: 'verified' }),
    point(30, {
      entity: SANDBOX_ENTITY,
      confidence: 0.9,
      basis: 'corroborated',
      nameservers: ['ns1.old-host.example', 'ns2.sandbox.example'],
    }),
    point(90, {
      entity: 'Former Holder Ltd',
      confidence: 0.8,
      basis: 'stated',
      registrar: 'Former Registrar LLC',
    }),
  ],
  'test-unknown': [point(0, {}), point(60, { confidence: 0.2 })],
  'test-imitation': [point(0, {})],
  'test-changing': [
    point(0, { entity: 'Third Operator Ltd', confidence: 0.9, basis: 'verified' }),
    point(1, { entity: 'Second Operator Ltd', confidence: 0.9, basis: 'verified' }),
    point(2, { entity: 'First Operator Ltd', confidence: 0.9, basis: 'verified' }),
  ],
}

export function sandboxHistory(
  name: SandboxLabel,
  before: string | undefined,
): readonly HistoryPoint[] {
  const limit = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before)
  return HISTORIES[name].filter(({ at }) => Date.parse(at) < limit)
}
