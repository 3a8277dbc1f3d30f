import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { feedback } from './tables.ts'

export type FeedbackRow = typeof feedback.$inferSelect

const Given = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('stored'), feedback: rowOf(feedback) }),
  z.object({ outcome: z.enum(['closed', 'unknown', 'in_progress', 'accepted']) }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number() }),
])

export interface ReportToStore {
  account_id: string
  job_id: string
  /** Id of this request. If the report is new, it is also the id of the report. */
  feedback_id: string
  verdict: FeedbackRow['verdict']
  correct_entity: string | null
  relation: FeedbackRow['relation']
  evidence_urls: string[]
  note: string | null
  /** Number of reports that an account may store within 24 hours. */
  limit: number
}

export const give = (db: Database, input: ReportToStore): Promise<z.infer<typeof Given>> =>
  callFunction(db, 'give_feedback', { ...input }, Given)

const Deleted = z.object({ outcome: z.enum(['deleted', 'unknown', 'accepted']) })

export const remove = (
  db: Database,
  input: { account_id: string; feedback_id: string },
): Promise<z.infer<typeof Deleted>> => callFunction(db, 'delete_feedback', { ...input }, Deleted)

export interface WantedFeedback {
  limit: number
  offset: number
  status?: FeedbackRow['status'] | undefined
  job_id?: string | undefined
}

/** Newest first, at most `limit` + 1 reports; the additional one shows that a next page exists. */
export async function page(
  db: Database,
  accountId: string,
  wanted: WantedFeedback,
): Promise<FeedbackRow[]> {
  const { status, job_id: jobId, limit, offset } = wanted
  return db
    .select()
    .from(feedback)
    .where(
      and(
        eq(feedback.accountId, accountId),
        status === undefined ? undefined : eq(feedback.status, status),
        jobId === undefined ? undefined : eq(feedback.jobId, jobId),
      ),
    )
    .orderBy(desc(feedback.id))
    .limit(limit + 1)
    .offset(offset)
}

export async function find(
  db: Database,
  accountId: string,
  id: string,
): Promise<FeedbackRow | null> {
  const [row] = await db
    .select()
    .from(feedback)
    .where(and(eq(feedback.id, id), eq(feedback.accountId, accountId)))
  return row ?? null
}
