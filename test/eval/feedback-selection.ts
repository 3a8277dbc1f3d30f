import { compactName, sameEntity } from '../../shared/attribution/names/entity-names.ts'
import { compareText } from '../../shared/attribution/scoring/order.ts'
import type { LabelledCase } from './cases.ts'
import { targetOf } from './collect.ts'
import { labelOf, type Unlabelled } from './feedback-labels.ts'
import type { FeedbackReport } from './feedback-report.ts'
import { BY_OPERATOR } from './folds.ts'
import { sameName } from './measure.ts'

export interface LabelledReport {
  report: FeedbackReport
  label: LabelledCase
}

/** Reasons for which a report with a label does not take part in a fit. */
export type Unused =
  | Unlabelled
  | 'contradicts the examples'
  | 'outvoted'
  | 'not in the evidence'
  | 'operator repeated'

export interface Selection {
  kept: LabelledReport[]
  unused: { report: FeedbackReport; reason: Unused }[]
}

/**
 * Selects the reports that take part in a fit: at most one for each operator, which is then at most
 * one for each operator and fold. `found` says if the operator's name is among the candidates in
 * the frozen evidence. The result does not depend on the order of the reports.
 */
export function selectReports(
  reports: readonly FeedbackReport[],
  base: readonly LabelledCase[],
  found: (labelled: LabelledReport) => boolean,
): Selection {
  const unused: Selection['unused'] = []
  const keepIf = (
    entries: readonly LabelledReport[],
    reason: Unused,
    holds: (one: LabelledReport) => boolean,
  ) =>
    entries.filter((one) => {
      const kept = holds(one)
      if (!kept) unused.push({ report: one.report, reason })
      return kept
    })
  const labelled = reports.flatMap((report): LabelledReport[] => {
    const labelling = labelOf(report)
    if ('label' in labelling) return [{ report, label: labelling.label }]
    unused.push({ report, reason: labelling.unused })
    return []
  })
  const known = groupedBy(base, ({ domain }) => targetOf(domain).registrableDomain)
  const agreed = keepIf(labelled, 'contradicts the examples', ({ report, label }) =>
    (known.get(report.registrable_domain) ?? []).every(({ truth }) => agrees(label, truth)),
  )
  const accounts = new Map(
    [...groupedBy(agreed, claimOf)].map(([claim, own]) => [
      claim,
      new Set(own.map((one) => one.report.account)).size,
    ]),
  )
  const preferred = [...agreed].sort(
    (a, b) =>
      (accounts.get(claimOf(b)) ?? 0) - (accounts.get(claimOf(a)) ?? 0) ||
      compareText(a.report.feedback_id, b.report.feedback_id),
  )
  const winners = firstOfEach(preferred, ({ report }) => report.registrable_domain)
  const undisputed = keepIf(
    preferred,
    'outvoted',
    (one) => keyOf(winners.get(one.report.registrable_domain) ?? one) === keyOf(one),
  )
  const present = keepIf(undisputed, 'not in the evidence', found)
  const firsts = firstOfEach(present, keyOf)
  return {
    kept: keepIf(present, 'operator repeated', (one) => firsts.get(keyOf(one)) === one),
    unused,
  }
}

/**
 * Key of an operator. A report that nobody operates a domain has a key of its own for each
 * registrable domain.
 */
const keyOf = ({ report, label }: LabelledReport): string =>
  label.truth.operator === null
    ? `nobody ${report.registrable_domain}`
    : compactName(label.truth.operator)

const claimOf = (one: LabelledReport): string => `${one.report.registrable_domain} ${keyOf(one)}`

const agrees = ({ truth: { operator } }: LabelledCase, truth: LabelledCase['truth']): boolean =>
  operator === null
    ? truth.operator === null
    : truth.accept.some((accepted) => sameName(accepted, operator))

/**
 * Returns the folds that must not learn from a report: those that judge an example of the same
 * registrable domain, or of an operator with the same or a similar name. Otherwise a fold would be
 * judged on an operator that it has seen.
 */
export function foldsHidden(
  { report, label }: LabelledReport,
  base: readonly LabelledCase[],
): Set<number> {
  const names = [...label.truth.accept, ...label.truth.reject]
  const alike = base.filter(
    ({ domain, truth }) =>
      targetOf(domain).registrableDomain === report.registrable_domain ||
      [truth.operator ?? [], truth.accept, truth.brand]
        .flat()
        .some((known) => names.some((name) => sameEntity(name, known))),
  )
  return new Set(alike.map(BY_OPERATOR.of))
}

function groupedBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

function firstOfEach<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item> {
  return new Map(
    [...groupedBy(items, key)].flatMap(([name, [first]]) =>
      first === undefined ? [] : [[name, first]],
    ),
  )
}
