import type { Caller } from '../platform/caller.ts'
import { feedbackLimited, PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { type Feedback, presentFeedback } from './feedback.ts'
import * as reports from './queries.ts'

export type GivenReport = Pick<
  reports.ReportToStore,
  'verdict' | 'correct_entity' | 'relation' | 'evidence_urls' | 'note'
>

/**
 * Stores a customer's report about a job. A second report about the job replaces the first one. A
 * report changes no answer of the service. Throws PublicError NOT_FOUND, JOB_IN_PROGRESS,
 * FEEDBACK_ACCEPTED or RATE_LIMITED.
 */
export async function giveFeedback(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  jobId: string,
  report: GivenReport,
): Promise<Feedback> {
  const given = await reports.give(db, {
    ...report,
    account_id: caller.accountId,
    job_id: jobId,
    feedback_id: newIdentifier('fbk'),
    limit: env.FEEDBACK_PER_DAY,
  })
  switch (given.outcome) {
    case 'stored':
      return presentFeedback(given.feedback)
    case 'closed':
      throw unauthorized()
    case 'unknown':
      throw unknownJob()
    case 'in_progress':
      throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
    case 'accepted':
      throw alreadyAccepted()
    case 'limited':
      throw feedbackLimited(given.retry_after_seconds)
    default:
      return given satisfies never
  }
}

const unknownJob = () => new PublicError('NOT_FOUND', 'There is no such job.')

export const alreadyAccepted = () =>
  new PublicError('FEEDBACK_ACCEPTED', 'This report has been accepted and can no longer change.')
