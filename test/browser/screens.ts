import type { SeededAccount } from './seeded-account.ts'

export interface Screen {
  readonly name: string
  readonly path: string
}

/** Screens that an empty account can open. They then explain what they will show. */
export const COMMON_SCREENS: readonly Screen[] = [
  { name: 'analyze', path: '/app/' },
  { name: 'jobs', path: '/app/jobs' },
  { name: 'bulk', path: '/app/bulk' },
  { name: 'domains', path: '/app/domains' },
  { name: 'entities', path: '/app/entities' },
  { name: 'correlate', path: '/app/correlate' },
  { name: 'monitors', path: '/app/monitors' },
  { name: 'changes', path: '/app/changes' },
  { name: 'feedback', path: '/app/feedback' },
  { name: 'billing', path: '/app/billing' },
  { name: 'keys', path: '/app/keys' },
  { name: 'webhooks', path: '/app/webhooks' },
  { name: 'settings', path: '/app/settings' },
]

export const detailScreens = (seeded: SeededAccount): readonly Screen[] => [
  { name: 'deep job', path: `/app/jobs/${seeded.deepJobId}` },
  { name: 'imitation', path: `/app/jobs/${seeded.imitationJobId}` },
  { name: 'quick job', path: `/app/jobs/${seeded.quickJobId}` },
  { name: 'failed job', path: `/app/jobs/${seeded.failedJobId}` },
  { name: 'jobs of a status', path: '/app/jobs?status=failed' },
  { name: 'bulk job', path: `/app/bulk/${seeded.bulkJobId}` },
  { name: 'domain', path: `/app/domains/${seeded.domain}` },
  {
    name: 'entity search',
    path: `/app/entities?q=${encodeURIComponent(seeded.entity.slice(0, 8))}`,
  },
  { name: 'entity', path: `/app/entities/${encodeURIComponent(seeded.entity)}` },
  { name: 'correlation', path: `/app/correlate/${seeded.correlationId}` },
  { name: 'monitor', path: `/app/monitors/${seeded.monitorId}` },
  { name: 'webhook delivery', path: `/app/webhooks?job=${seeded.deadJobId}` },
]

export const MISSING_SCREENS: readonly Screen[] = [
  { name: 'unknown page', path: '/app/no-such-page' },
  { name: 'unknown job', path: '/app/jobs/job_00000000000000000000000000' },
  { name: 'unknown bulk job', path: '/app/bulk/blk_00000000000000000000000000' },
  { name: 'unknown domain', path: '/app/domains/never-analyzed.example.com' },
  { name: 'malformed domain', path: '/app/domains/%3Cscript%3E' },
  { name: 'unknown entity', path: '/app/entities/Nobody%20Ltd' },
  { name: 'unknown monitor', path: '/app/monitors/mon_00000000000000000000000000' },
  { name: 'unknown correlation', path: '/app/correlate/cor_00000000000000000000000000' },
]

/** Pages that need no account. */
export const publicScreens = (seeded: SeededAccount): readonly Screen[] => [
  { name: 'start', path: '/' },
  { name: 'share', path: seeded.sharePath },
  { name: 'certificate', path: seeded.certificatePath },
]

export const allScreens = (seeded: SeededAccount): readonly Screen[] => [
  ...COMMON_SCREENS,
  ...detailScreens(seeded),
]
