import type { LinkSettings } from '../bulk/export-links.ts'
import * as bulk from '../bulk/queries.ts'
import { presentBulkJob, storedCounts } from '../bulk/read-bulk.ts'
import * as correlations from '../correlations/queries.ts'
import { presentCorrelation } from '../correlations/read-correlation.ts'
import { presentJob } from '../jobs/job.ts'
import * as jobs from '../jobs/queries.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { Tier } from '../platform/tier.ts'

/** What an event tells of: a subject that has ended, as the account of that tier may see it. */
export interface EventSubject {
  accountId: string
  subjectId: string
  eventType: string
  tier: Tier
}

interface RenderedSubject {
  /** When the subject ended, ISO 8601. */
  timestamp: string
  /** The body of the subject's own GET. */
  data: unknown
}

type Renderer = (db: Database, subject: EventSubject, links: LinkSettings) => Promise<RenderedSubject | null>

/** How each kind of subject is shown, by the prefix of its id. A new kind is one more line. */
const RENDERERS: Readonly<Record<string, Renderer>> = {
  job: renderJob,
  blk: renderBulkJob,
  cor: renderCorrelation,
}

async function renderJob(db: Database, { accountId, subjectId, tier }: EventSubject): Promise<RenderedSubject | null> {
  const found = await jobs.find(db, accountId, subjectId)
  if (found === null) return null
  const { job, result } = found
  return { timestamp: isoTime(job.completed_at ?? job.updated_at), data: presentJob(job, result, null, tier) }
}

async function renderBulkJob(
  db: Database,
  { accountId, subjectId }: EventSubject,
  links: LinkSettings,
): Promise<RenderedSubject | null> {
  const row = await bulk.find(db, accountId, subjectId)
  if (row === null) return null
  const counts = storedCounts(row) ?? (await bulk.counts(db, subjectId))
  return { timestamp: isoTime(row.completed_at ?? row.created_at), data: await presentBulkJob(row, counts, links) }
}

async function renderCorrelation(
  db: Database,
  { accountId, subjectId }: EventSubject,
): Promise<RenderedSubject | null> {
  const found = await correlations.find(db, accountId, subjectId)
  if (found === null) return null
  const { state, result } = found
  return { timestamp: isoTime(state.completed_at ?? state.updated_at), data: presentCorrelation(state, result) }
}

/** The body of an event, `{ type, timestamp, data }` as JSON; null when its subject is gone. Throws on a kind of subject that nobody renders. */
export async function renderEvent(db: Database, subject: EventSubject, links: LinkSettings): Promise<string | null> {
  const render = RENDERERS[subject.subjectId.slice(0, subject.subjectId.indexOf('_'))]
  if (render === undefined) throw new Error(`nobody renders ${subject.subjectId}`)
  const rendered = await render(db, subject, links)
  return rendered === null ? null : JSON.stringify({ type: subject.eventType, ...rendered })
}
