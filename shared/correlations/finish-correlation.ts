import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import { correlate } from './correlate.ts'
import type { CorrelationResult } from './correlation-result.ts'
import { type DomainFacts, factsOf } from './domain-facts.ts'
import * as correlations from './queries.ts'
import type { Spread } from './rarity.ts'
import { valueKey, valuesToLookUp } from './shared-values.ts'
import { DOMAINS_MIN } from './submit-correlation.ts'

export interface FinishDependencies {
  db: Database
  /** Milliseconds of some clock that only runs forward. */
  clock(): number
  announce(deliveryIds: readonly string[]): Promise<void>
  /** Puts summaries into a model's words where one may be asked, null while another does; without it they stay as the rules made them. */
  retell?(
    subject: { accountId: string; correlationId: string },
    result: CorrelationResult,
  ): Promise<CorrelationResult | null>
}

/**
 * Ends a correlation whose children have all ended; any other is left alone. Without enough analyses it fails and all is given back.
 * The comparison is the same whoever makes it, so two at once do no harm: the first to finish counts. What a model is paid for is done by
 * one of them, and the others leave the correlation to it; should it die, the sweep has it done.
 */
export async function finishCorrelation(deps: FinishDependencies, id: string): Promise<void> {
  const { db } = deps
  const before = await correlations.state(db, id)
  if (before === null || before.status === 'completed' || before.status === 'failed') return
  if (before.analyzed < before.total) return
  const started = deps.clock()
  const end = await retold(deps, await concluded(db, id))
  if (end === null) return
  const computeMs = deps.clock() - started
  const { outcome, deliveries = [] } = await correlations.finish(db, end)
  await deps.announce(deliveries)
  log({
    event: 'correlation.ended',
    request_id: db.requestId,
    correlation_id: id,
    outcome,
    status: end.status,
    domains: before.total,
    unanalyzed: end.unanalyzed?.length ?? 0,
    compute_ms: Math.round(computeMs),
  })
}

async function retold(
  { db, retell }: FinishDependencies,
  end: correlations.CorrelationEnd,
): Promise<correlations.CorrelationEnd | null> {
  if (retell === undefined || end.result === undefined) return end
  const accountId = await correlations.accountOf(db, end.correlation_id)
  if (accountId === null) return end
  const result = await retell({ accountId, correlationId: end.correlation_id }, end.result)
  return result === null ? null : { ...end, result }
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
