import { sandboxOutcome } from '../jobs/sandbox-outcome.ts'
import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { correlate } from './correlate.ts'
import { type DomainFacts, factsOf } from './domain-facts.ts'
import * as correlations from './queries.ts'
import type { ValueUsage } from './rarity.ts'
import { rewriteSummaries } from './rewrite-summaries.ts'
import { valueKey, valuesToLookUp } from './shared-values.ts'
import { DOMAINS_MIN } from './submit-correlation.ts'

/**
 * Scores the domains and stores the result. Does nothing while domains are still being analysed. If
 * too few domains could be analysed, the correlation fails and is refunded. Only one of several
 * concurrent calls asks (and pays) a language model. If the Worker crashes in that call, the sweep
 * starts a new one.
 */
export async function finishCorrelation(
  services: Pick<
    Services,
    'requestId' | 'db' | 'env' | 'now' | 'randomBytes' | 'connections' | 'sendHints'
  >,
  id: string,
): Promise<void> {
  const { db } = services
  const before = await correlations.state(db, id)
  if (before === null || before.status === 'completed' || before.status === 'failed') return
  if (before.analyzed < before.total) return
  const started = services.now().getTime()
  const end = await compare(db, id, services.now())
  if (end.result !== undefined) {
    const subject = { accountId: before.accountId, subject: id }
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

/**
 * Fails and refunds a correlation whose queue message has failed too often. Does nothing while
 * domains are still being analysed.
 */
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
  log({
    event: 'correlation.dead_lettered',
    request_id: services.requestId,
    correlation_id: id,
    outcome,
  })
}

async function compare(db: Database, id: string, now: Date): Promise<correlations.CorrelationEnd> {
  const analyses = await correlations.analyses(db, id)
  const facts: DomainFacts[] = []
  const unanalyzed: string[] = []
  for (const analysis of analyses) {
    const found = factsOfAnalysis(id, analysis, now)
    if (found === null) unanalyzed.push(analysis.domain)
    else facts.push(found)
  }
  if (facts.length < DOMAINS_MIN) {
    const message =
      `Only ${facts.length} of ${analyses.length} domains could be analysed, too ` +
      'few to compare.'
    return { correlation_id: id, status: 'failed', error: { code: 'ANALYSIS_FAILED', message } }
  }
  const found = await correlations.usages(db, valuesToLookUp(facts))
  const usages = new Map(found.map((value): [string, ValueUsage] => [valueKey(value), value]))
  return { correlation_id: id, status: 'completed', result: correlate(facts, usages), unanalyzed }
}

function factsOfAnalysis(
  id: string,
  { domain, sandbox, result, links, entity }: correlations.Analysis,
  now: Date,
): DomainFacts | null {
  // All sandbox domains are subdomains of one registered domain. This must not count as a link, so
  // each sandbox domain is its own site.
  if (sandbox !== null)
    return {
      ...factsOf(domain, sandboxOutcome(sandbox, domain, id).result, [], null, now),
      site: domain,
      label: '',
    }
  return result === null ? null : factsOf(domain, result, links ?? [], entity, now)
}
