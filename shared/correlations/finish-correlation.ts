import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { correlate } from './correlate.ts'
import { type DomainFacts, factsOf } from './domain-facts.ts'
import * as correlations from './queries.ts'
import type { Spread } from './rarity.ts'
import { rewriteSummaries } from './rewrite-summaries.ts'
import { valueKey, valuesToLookUp } from './shared-values.ts'
import { DOMAINS_MIN } from './submit-correlation.ts'

/**
 * Ends a correlation whose children have all ended; any other is left alone. Without enough analyses it fails and its charge is refunded.
 * The comparison is the same in every run, so two at once do no harm: the first to finish counts. A model is asked and paid by one of
 * them, and the others leave the correlation to it; should it die, the sweep starts it again.
 */
export async function finishCorrelation(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'now' | 'randomBytes' | 'connections' | 'sendHints'>,
  id: string,
): Promise<void> {
  const { db } = services
  const before = await correlations.state(db, id)
  if (before === null || before.status === 'completed' || before.status === 'failed') return
  if (before.analyzed < before.total) return
  const started = services.now().getTime()
  const end = await concluded(db, id)
  if (end.result !== undefined) {
    const subject = { accountId: before.account_id, subject: id }
    const result = await rewriteSummaries(services, subject, end.result)
    if (result === null) return
    end.result = result
  }
  const computeMs = services.now().getTime() - started
  const { outcome, hints } = await correlations.finish(db, end)
  await services.sendHints(hints)
  log({
    event: 'correlation.ended',
    request_id: services.requestId,
    correlation_id: id,
    outcome,
    status: end.status,
    domains: before.total,
    unanalyzed: end.unanalyzed?.length ?? 0,
    compute_ms: computeMs,
  })
}

/** Ends as failed, with refund, a correlation whose comparison failed every time. One that still runs is left to the sweep. */
export async function failDeadCorrelation(
  services: Pick<Services, 'requestId' | 'db' | 'sendHints'>,
  id: string,
): Promise<void> {
  const state = await correlations.state(services.db, id)
  if (state === null || state.analyzed < state.total) return
  const { outcome, hints } = await correlations.finish(services.db, {
    correlation_id: id,
    status: 'failed',
    error: { code: 'ANALYSIS_FAILED', message: 'The comparison failed repeatedly.' },
  })
  await services.sendHints(hints)
  log({ event: 'correlation.dead_lettered', request_id: services.requestId, correlation_id: id, outcome })
}

async function concluded(db: Database, id: string): Promise<correlations.CorrelationEnd> {
  const analyses = await correlations.analyses(db, id)
  const facts: DomainFacts[] = []
  const unanalyzed: string[] = []
  for (const analysis of analyses) {
    const found = factsOfAnalysis(analysis)
    if (found === null) unanalyzed.push(analysis.domain)
    else facts.push(found)
  }
  if (facts.length < DOMAINS_MIN) {
    const message = `Only ${facts.length} of ${analyses.length} domains could be analysed, too few to compare.`
    return { correlation_id: id, status: 'failed', error: { code: 'ANALYSIS_FAILED', message } }
  }
  const known = await correlations.spreads(db, valuesToLookUp(facts))
  const spreads = new Map(known.map((value): [string, Spread] => [valueKey(value), value]))
  return { correlation_id: id, status: 'completed', result: correlate(facts, spreads), unanalyzed }
}

function factsOfAnalysis({ domain, sandbox, result, links, entity }: correlations.Analysis): DomainFacts | null {
  // Sandbox names share a made-up parent and nothing else: each is a site of its own.
  if (sandbox !== null)
    return { ...factsOf(domain, sandboxOutcome(sandbox, domain).result, []), site: domain, label: '' }
  return result === null ? null : factsOf(domain, result, links ?? [], entity)
}
