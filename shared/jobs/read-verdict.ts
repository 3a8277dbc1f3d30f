import { type Verdict, verdictOf } from '../attribution/answer/verdict.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'
import { isTerminal, resultForTier } from './job.ts'
import * as jobs from './queries.ts'
import { noSuchJob } from './read-job.ts'

/** Throws PublicError JOB_IN_PROGRESS, or NOT_FOUND if there is no such job or it has failed. */
export async function readVerdict(db: Database, caller: Caller, jobId: string): Promise<Verdict> {
  const found = isIdentifier('job', jobId)
    ? await jobs.findForVerdict(db, caller.accountId, jobId)
    : null
  if (found === null) throw noSuchJob()
  const verdict = verdictForTier(found, caller.tier)
  if (verdict !== null) return verdict
  if (!isTerminal(found.job.status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  throw new PublicError('NOT_FOUND', 'The analysis failed, so there is no answer.')
}

type StoredVerdict = NonNullable<Awaited<ReturnType<typeof jobs.findForVerdict>>>

/** Null for a job that runs or has failed. */
export function verdictForTier(
  { job, result, signals, evidence }: StoredVerdict,
  tier: Tier,
): Verdict | null {
  const hasAnswer = job.status === 'completed' || job.status === 'partial'
  if (!hasAnswer || result === null) return null
  const { domain, depth, passive } = job
  return verdictOf({
    domain,
    depth,
    passive,
    result: resultForTier(result, tier),
    signals: (signals ?? []).slice(0, candidatesShown(tier) ?? undefined),
    evidence: evidence ?? [],
  })
}
