import type { z } from '@hono/zod-openapi'
import type { Page } from 'playwright-core'
import type { Change, Monitor, ShownFingerprint } from '../../shared/monitors/monitor.ts'
import { LONG, MARKUP, SPOOFED } from './hostile-names.ts'

type SampleMonitor = z.infer<typeof Monitor>
type SampleChange = z.infer<typeof Change>

const TIME = '2026-05-01T10:00:00Z'
const ID = 'mon_00000000000000000000000001'
const NAMES = [MARKUP, SPOOFED, LONG]
const nameOf = (index: number) => NAMES[index % NAMES.length] ?? MARKUP

function hostileMonitor(index: number): SampleMonitor {
  const baseline = {
    job_id: null,
    entity: nameOf(index),
    confidence: 0.8,
    outcome: 'attributed' as const,
    taken_at: TIME,
  }
  return {
    monitor_id: ID.replace(/.$/, String(index)),
    domain: nameOf(index),
    status: (['active', 'baselining', 'paused', 'unmonitorable'] as const)[index % 4] ?? 'active',
    cadence: 'daily',
    cadence_effective: 'daily',
    watch: ['operator_changed', 'parked'],
    label: nameOf(index + 1),
    email: true,
    passive: index % 2 === 1,
    callback_url: `https://example.com/${MARKUP}`,
    reanalyze_days: 30,
    monthly_credit_limit: 5,
    credits_this_month: 1,
    baseline: index % 2 === 0 ? baseline : null,
    last_checked_at: TIME,
    next_check_at: TIME,
    last_changed_at: null,
    last_error: index % 2 === 0 ? SPOOFED : 'NO_READING',
    created_at: TIME,
  }
}

const fingerprint: ShownFingerprint = {
  digest: 'd',
  registrar: MARKUP,
  registrant: LONG,
  registered_at: TIME,
  expires_at: TIME,
  locks: [SPOOFED],
  nameservers: [LONG, MARKUP],
  primary_nameserver: LONG,
  mail: [],
  redirect: SPOOFED,
  alias: null,
  networks: [64_500],
  parked: false,
  certificate_organization: LONG,
}

const moved = { from: MARKUP, to: SPOOFED }
const listMoved = { added: [LONG, MARKUP], removed: [SPOOFED] }

const hostileChange = (index: number): SampleChange => ({
  change_id: `chg_${index}`,
  monitor_id: ID,
  domain: nameOf(index),
  severity: (['high', 'medium', 'low'] as const)[index % 3] ?? 'low',
  kinds: ['operator_changed', 'nameservers_changed', 'returned'],
  detected_at: TIME,
  confirmed_at: TIME,
  diff: {
    operator: { from: MARKUP, to: LONG, confidence_from: 0.9, confidence_to: null },
    registrant: moved,
    registrar: moved,
    nameservers: listMoved,
    redirect: moved,
    status: listMoved,
    expires_at: { from: TIME, to: SPOOFED },
  },
  evidence: [{ source: SPOOFED, before: LONG, after: MARKUP, collected_at: TIME }],
  job_id: 'job_1',
  job_id_before: null,
  analysis: 'done',
  acknowledged: index === 0 ? { verdict: 'wrong', at: TIME } : null,
})

const three = [0, 1, 2]
const meta = { total: 3, limit: 20, offset: 0, has_more: false }
const summary = {
  data: {
    monitors: {
      total: 3,
      baselining: 1,
      active: 1,
      paused: 1,
      unmonitorable: 0,
      changed_this_week: 0,
    },
    open_changes: 3,
    places: { included: 5, used: 3, paid: 0 },
    planned_analyses: 0,
    has_feed: true,
  },
  error: null,
  meta: null,
}
const rejected = [
  { domain: SPOOFED, error: { code: 'INVALID_DOMAIN', message: `${MARKUP} ${LONG}` } },
]

/** Replaces API answers about monitors. Every text from outside in them is hostile. */
export async function serveHostileMonitors(page: Page): Promise<void> {
  const changes = {
    data: { changes: three.map(hostileChange), next_cursor: 'chg_2' },
    error: null,
    meta: null,
  }
  const one = { data: { ...hostileMonitor(0), fingerprint }, error: null, meta: null }
  const list = { data: { monitors: three.map(hostileMonitor) }, error: null, meta }
  const added = { data: { monitors: [hostileMonitor(0)], rejected }, error: null, meta: null }
  await page.route(/\/app\/api\/(monitors|changes)/, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('/summary')) return route.fulfill({ json: summary })
    if (pathname.endsWith('/changes')) return route.fulfill({ json: changes })
    if (route.request().method() === 'POST') return route.fulfill({ json: added })
    return route.fulfill({ json: pathname.endsWith('/monitors') ? list : one })
  })
}

export const HOSTILE_MONITOR_PATH = `/app/monitors/${ID}`
