import { analysisForTier } from '../jobs/present-job.ts'
import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import { bundleText } from '../jobs/stix/stix-object.ts'
import { type StixAnalysis, storedAnalysis } from '../jobs/stix/stored-analysis.ts'
import type { Caller } from '../platform/caller.ts'
import type { Services } from '../platform/services/index.ts'
import { correlationObjects } from './correlation-objects.ts'
import * as correlations from './queries.ts'
import { correlationSubject, requireCorrelationResult } from './read-correlation.ts'

/**
 * One STIX 2.1 bundle (JSON text) of the correlation. It contains the account's own analyses of the
 * domains, as far as the tier may see them. Throws PublicError NOT_FOUND (also for a failed
 * correlation) or JOB_IN_PROGRESS.
 */
export async function readCorrelationStix(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  id: string,
): Promise<{ bundle: string; subject: string; at: string }> {
  const { result, completedAt } = await requireCorrelationResult(db, caller, id)
  const rows = await correlations.ownStixAnalyses(db, caller.accountId, id)
  const domains = rows.map((row) => {
    const analysis = analysisOf(row, id, completedAt)
    return {
      domain: row.domain,
      analysis: analysis === null ? null : analysisForTier(analysis, caller.tier),
    }
  })
  const correlation = { id, completedAt, publicUrl: env.PUBLIC_URL }
  return {
    bundle: bundleText(correlationObjects(result, domains, correlation)),
    subject: correlationSubject(result),
    at: completedAt,
  }
}

type OwnAnalysis = Awaited<ReturnType<typeof correlations.ownStixAnalyses>>[number]

function analysisOf(
  row: OwnAnalysis,
  correlationId: string,
  correlatedAt: string,
): StixAnalysis | null {
  const { domain, sandbox } = row
  if (sandbox === null) return storedAnalysis(row)
  return {
    jobId: null,
    domain,
    completedAt: correlatedAt,
    ...sandboxOutcome(sandbox, domain, correlationId),
    evidence: [],
  }
}
