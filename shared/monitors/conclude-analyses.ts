import type { Basis } from '../attribution/basis.ts'
import { normalizeEntityName, sameEntity } from '../attribution/names/entity-names.ts'
import { SIGNAL_KINDS, type SignalKindName } from '../attribution/signals/signal-kinds.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { NO_DIFF, silenceKey } from './describe-change.ts'
import { type AnalyzedOperator, judgeOperator, type KnownOperator } from './judge-operator.ts'
import { type Kind, severityOf } from './kinds.ts'
import type { ChangeDiff } from './monitor.ts'
import * as monitors from './queries.ts'

const ANALYSES_MAX = 200
// Each analysis can replace the baseline, so analyses of one monitor are compared one after the
// other. An analysis that met a replaced baseline is compared again in the next round.
const ROUNDS_MAX = 20

export async function concludeAnalyses(
  services: Pick<Services, 'db' | 'env' | 'sendHints'>,
  monitorId: string | null,
): Promise<number> {
  let count = 0
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const ended = await monitors.readEnded(services.db, ANALYSES_MAX, monitorId)
    let isStale = false
    for (const analysis of ended) {
      const settled = settledOf(analysis, services.env.MONITOR_CADENCE_SECONDS)
      const { outcome, hints } = await monitors.conclude(services.db, settled)
      await services.sendHints(hints)
      if (outcome === 'settled') count += 1
      else if (outcome === 'stale') isStale = true
    }
    if (!isStale) break
  }
  return count
}

function settledOf(
  analysis: monitors.EndedAnalysis,
  cadenceSeconds: monitors.SettledAnalysis['cadence_seconds'],
): monitors.SettledAnalysis {
  const { job, monitor, purpose } = analysis
  const common = {
    job_id: job.id,
    monitor_id: monitor.id,
    account_id: monitor.accountId,
    purpose,
    compared_with: monitor.baselineJobId,
    cadence_seconds: cadenceSeconds,
  }
  if (job.status === 'failed')
    return { ...common, is_failed: true, analyzed_at: null, baseline: null, change: null }
  const after = operatorOf(analysis)
  const before = monitor.baselineAt === null ? null : baselineOperator(analysis)
  const kind = before === null ? null : judgeOperator(before, after)
  // A monitor needs a baseline of its own kind, even one without an operator: a baseline of the
  // other kind is compared with nothing. An analysis that started before the customer changed the
  // kind of the monitor does not replace such a baseline.
  const isOfOneKind = before?.isPassive === after.isPassive
  const isOfEarlierSettings = !isOfOneKind && before?.isPassive === monitor.passive
  const isKept =
    kind === 'operator_uncertain' ||
    isOfEarlierSettings ||
    (isOfOneKind && kind === null && after.entity === null && before?.entity !== null)
  const baseline =
    before !== null && isKept
      ? null
      : {
          entity: after.entity,
          confidence: after.confidence,
          outcome: job.outcome ?? 'no_clear_entity',
          taken_at: job.completed_at,
          aliases: after.aliases,
          parent: after.parent,
        }
  const change = changeOf(analysis, kind, before, after)
  return { ...common, is_failed: false, analyzed_at: job.completed_at, baseline, change }
}

function operatorOf({
  job,
  basis,
  aliases,
  signals,
  site,
  parent,
  registered,
}: monitors.EndedAnalysis): AnalyzedOperator {
  const isAttributed = job.outcome === 'attributed'
  const supporting = (signals ?? []).filter(({ stance }) => stance === 'supports')
  const parties = supporting.flatMap(({ signal }) =>
    Object.hasOwn(SIGNAL_KINDS, signal)
      ? [SIGNAL_KINDS[signal as SignalKindName].party as string]
      : [signal],
  )
  return {
    status: job.status === 'partial' ? 'partial' : 'completed',
    isPassive: job.passive,
    isSiteReached: site === null || site === 'reached',
    entity: isAttributed ? job.entity : null,
    confidence: job.confidence ?? 0,
    basis: isAttributed ? basis : null,
    aliases: aliases ?? [],
    parent: isAttributed ? parent : null,
    groups: new Set(parties).size,
    registeredParents:
      isAttributed && job.entity !== null ? parentsOf(job.entity, registered ?? []) : [],
  }
}

const parentsOf = (
  entity: string,
  registered: NonNullable<monitors.EndedAnalysis['registered']>,
): string[] =>
  registered.flatMap(({ legal_name: name, parent }) =>
    parent !== null && sameEntity(name, entity) ? [parent] : [],
  )

const baselineOperator = ({
  monitor,
  baseline_basis: basis,
  is_baseline_passive: isPassive,
}: monitors.EndedAnalysis): KnownOperator => ({
  entity: monitor.baselineOutcome === 'attributed' ? monitor.baselineEntity : null,
  confidence: monitor.baselineConfidence ?? 0,
  basis: monitor.baselineOutcome === 'attributed' ? basis : null,
  aliases: monitor.baselineAliases,
  parent: monitor.baselineParent,
  isPassive,
})

const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  verified: 'verified',
  corroborated: 'confirmed by a third party',
  stated: 'stated by the site only',
}
const inWords = (basis: Basis | null | undefined): string | null =>
  basis == null ? null : BASIS_WORDS[basis]

/** The change that waited for this analysis, or a new change. Null if nothing changed. */
function changeOf(
  { job, monitor, change, silenced }: monitors.EndedAnalysis,
  kind: Kind | null,
  before: KnownOperator | null,
  after: AnalyzedOperator,
): monitors.SettledAnalysis['change'] {
  const key = kind === null ? '' : silenceKey(kind, normalizeEntityName(after.entity ?? ''))
  const isShown = kind !== null && monitor.watch.includes(kind) && !silenced.includes(key)
  if (change === null && !isShown) return null
  const kinds = [...(change?.kinds ?? []), ...(isShown ? [kind] : [])]
  const operator: ChangeDiff['operator'] =
    kind === null
      ? null
      : {
          from: before?.entity ?? null,
          to: after.entity,
          confidence_from: before?.confidence ?? null,
          confidence_to: after.confidence,
        }
  const collected_at = new Date(job.completed_at).toISOString()
  const evidence = [
    { source: 'analysis', before: before?.entity ?? null, after: after.entity, collected_at },
    ...(before?.basis === after.basis || after.basis === null
      ? []
      : [
          {
            source: 'analysis: basis',
            before: inWords(before?.basis),
            after: inWords(after.basis),
            collected_at,
          },
        ]),
  ]
  return {
    change_id: newIdentifier('chg'),
    severity: severityOf(kinds),
    kinds,
    detected_at: change?.detectedAt ?? job.completed_at,
    confirmed_at: change?.confirmedAt ?? job.completed_at,
    diff: { ...(change?.diff ?? NO_DIFF), operator },
    evidence: [...(change?.evidence ?? []), ...(kind === null ? [] : evidence)],
    silence_keys: [...(change?.silenceKeys ?? []), ...(isShown ? [key] : [])],
  }
}
