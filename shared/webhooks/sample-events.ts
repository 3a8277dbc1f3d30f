import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { EventType } from './event-types.ts'

interface SampleEvent {
  type: EventType
  timestamp: string
  data: object
}

// A name of the sandbox, so that no sample says something about a real domain.
const DOMAIN = 'test-corp.sandbox.example'
const OTHER_DOMAIN = 'test-unknown.sandbox.example'
const ENTITY = 'Test Corporation'
const CALLBACK_URL = 'https://receiver.example/attribution'
const PUBLIC_URL = 'https://attribution.example'

// All ids have the same last part, so that a receiver recognizes a sample.
const ID = '01jz3c9m4wf5h8x2q6t7v0n1ke'
const JOB_ID = `job_${ID}`
const MONITOR_ID = `mon_${ID}`

const SECOND_MS = 1_000

/**
 * An event with invented data and the schema of the real event. `now` is the time at which its
 * subject ended.
 */
export function sampleEvent(type: EventType, now: Date): SampleEvent {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  return { type, timestamp: before(0), data: dataOf(type, before) }
}

/** Returns a time in ISO 8601: the end of the event's subject minus a number of milliseconds. */
type Before = (milliseconds: number) => string

function dataOf(type: EventType, before: Before): object {
  switch (type) {
    case 'analysis.completed':
      return { ...job(before, 'completed'), scoring_result: scoringResult(before) }
    case 'analysis.partial':
      return { ...job(before, 'partial'), scoring_result: scoringResult(before) }
    case 'analysis.failed':
      return { ...job(before, 'failed'), error: ANALYSIS_ERROR }
    case 'correlation.completed':
      return { ...correlation(before, 'completed'), result: CORRELATION_RESULT }
    case 'correlation.failed':
      return { ...correlation(before, 'failed'), unanalyzed: [OTHER_DOMAIN], error: TOO_FEW }
    case 'bulk.completed':
      return { ...list(before, 'completed'), exports: exportsOf(before) }
    case 'bulk.failed':
      return list(before, 'failed')
    case 'monitor.changed':
      return change(before)
    case 'monitor.unmonitorable':
      return monitor(before)
    case 'feedback.resolved':
      return feedback(before)
    default:
      return type satisfies never
  }
}

const ANALYSIS_ERROR = {
  code: 'ANALYSIS_FAILED',
  message: 'The analysis did not end in time.',
}
const TOO_FEW = {
  code: 'ANALYSIS_FAILED',
  message: 'Only 1 of 2 domains could be analysed, too few to compare.',
}

const COLLECTORS = { completed: 'ok', partial: 'timeout', failed: 'failed' } as const

const job = (before: Before, status: keyof typeof COLLECTORS) => ({
  job_id: JOB_ID,
  domain: DOMAIN,
  domain_unicode: DOMAIN,
  depth: 'deep',
  passive: false,
  status,
  created_at: before(13 * SECOND_MS),
  started_at: before(12 * SECOND_MS),
  completed_at: before(0),
  duration_ms: 12 * SECOND_MS,
  progress: {
    percent: 100,
    stage: 'done',
    collectors: [
      {
        name: 'dns',
        status: status === 'failed' ? 'failed' : 'ok',
        duration_ms: 180,
        detail: null,
        found: null,
      },
      {
        name: 'http_probe',
        status: COLLECTORS[status],
        duration_ms: 4_200,
        detail: null,
        found: null,
      },
    ],
    candidate: null,
    updated_at: before(0),
  },
  error: null,
  callback_url: CALLBACK_URL,
  bulk_job_id: null,
  charge: { covered_by: 'free', credits: 0, refunded: false },
})

const scoringResult = (before: Before) => ({
  domain: DOMAIN,
  outcome: 'attributed',
  entity: ENTITY,
  confidence: 0.95,
  basis: 'verified',
  warnings: [],
  candidates: [
    {
      rank: 1,
      entity: ENTITY,
      aliases: [],
      entity_type: 'organization',
      confidence: 0.95,
      basis: 'verified',
      signal_count: 3,
      rationale: `The registration, the imprint and the structured data all name ${ENTITY}.`,
    },
  ],
  summary: `${ENTITY} operates this domain. This is a sample.`,
  collected_at: before(SECOND_MS),
  scorer_version: 'sample',
})

const correlation = (before: Before, status: 'completed' | 'failed') => ({
  correlation_id: `cor_${ID}`,
  status,
  progress: { total: 2, analyzed: status === 'completed' ? 2 : 1 },
  created_at: before(30 * SECOND_MS),
  completed_at: before(0),
  unanalyzed: [] as string[],
  error: null,
})

const SHARED_SIGNAL = {
  signal: 'registrant_organization',
  value: ENTITY,
  copyable: false,
}

const CORRELATION_RESULT = {
  clusters: [
    {
      cluster_id: 'c1',
      domains: [DOMAIN, OTHER_DOMAIN],
      entity: ENTITY,
      confidence: 0.9,
      shared_signals: [{ ...SHARED_SIGNAL, domains: [DOMAIN, OTHER_DOMAIN] }],
      summary: `Both domains are registered to ${ENTITY}. This is a sample.`,
      summary_source: 'rule',
    },
  ],
  unclustered: [],
  pairs: [
    {
      a: DOMAIN,
      b: OTHER_DOMAIN,
      score: 0.9,
      signals: [{ ...SHARED_SIGNAL, contribution: 1 }],
    },
  ],
  summary: 'Two domains form one cluster. This is a sample.',
  summary_source: 'rule',
}

const list = (before: Before, status: 'completed' | 'failed') => ({
  bulk_job_id: `blk_${ID}`,
  name: 'Sample list',
  status,
  total: 3,
  completed: 2,
  partial: 0,
  failed: 0,
  rejected: 1,
  stopped: 0,
  items_url: `${PUBLIC_URL}/analyze/bulk/blk_${ID}/items`,
  exports: null,
  created_at: before(HOUR_MS),
  completed_at: before(0),
})

function exportsOf(before: Before) {
  const link = (extension: string) =>
    `${PUBLIC_URL}/exports/blk_${ID}.${extension}?expires=0&signature=sample`
  return {
    csv_url: link('csv'),
    json_url: link('json'),
    stix_url: link('stix'),
    expires_at: before(-3 * DAY_MS),
  }
}

const change = (before: Before) => ({
  change_id: `chg_${ID}`,
  monitor_id: MONITOR_ID,
  domain: DOMAIN,
  severity: 'high',
  kinds: ['operator_changed'],
  detected_at: before(HOUR_MS),
  confirmed_at: before(0),
  diff: {
    operator: { from: ENTITY, to: 'Sample Holdings', confidence_from: 0.95, confidence_to: 0.9 },
    registrant: { from: ENTITY, to: 'Sample Holdings' },
    registrar: null,
    nameservers: null,
    redirect: null,
    status: null,
    expires_at: null,
  },
  evidence: [
    {
      source: 'registration: registrant',
      before: ENTITY,
      after: 'Sample Holdings',
      collected_at: before(HOUR_MS),
    },
  ],
  job_id: JOB_ID,
  job_id_before: null,
  analysis: 'done',
  acknowledged: null,
})

const monitor = (before: Before) => ({
  monitor_id: MONITOR_ID,
  domain: DOMAIN,
  status: 'unmonitorable',
  cadence: 'daily',
  cadence_effective: 'daily',
  watch: ['operator_changed', 'registrant_changed', 'nameservers_changed'],
  label: null,
  email: true,
  passive: false,
  callback_url: CALLBACK_URL,
  reanalyze_days: null,
  monthly_credit_limit: 5,
  credits_this_month: 0,
  baseline: {
    job_id: JOB_ID,
    entity: ENTITY,
    confidence: 0.95,
    outcome: 'attributed',
    taken_at: before(30 * DAY_MS),
  },
  last_checked_at: before(7 * DAY_MS),
  next_check_at: before(-DAY_MS),
  last_changed_at: null,
  last_error: 'NO_READING',
  created_at: before(30 * DAY_MS),
})

const feedback = (before: Before) => ({
  feedback_id: `fbk_${ID}`,
  job_id: JOB_ID,
  domain: DOMAIN,
  verdict: 'wrong',
  correct_entity: 'Sample Holdings',
  relation: 'operator',
  evidence_urls: ['https://test-corp.sandbox.example/imprint'],
  note: 'The company was sold.',
  status: 'accepted',
  resolution: { note: 'The register confirms it.', resolved_at: before(0), job_id: JOB_ID },
  revision: 1,
  created_at: before(2 * DAY_MS),
})
