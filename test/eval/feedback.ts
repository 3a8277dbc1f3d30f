import { gatherCandidates } from '../../shared/attribution/scoring/candidates.ts'
import { readSignals } from '../../shared/attribution/signals/read-signals.ts'
import { crossValidate, samplesOf, writeParameters } from './cross-validation.ts'
import { type FeedbackReport, readReports } from './feedback-report.ts'
import {
  foldsHidden,
  type LabelledReport,
  type Selection,
  selectReports,
} from './feedback-selection.ts'
import { ADDED_SHARE_MAX, type Added, addedFactor, type Sample, sampleOf } from './fit.ts'
import { BY_OPERATOR } from './folds.ts'
import { changeLine, figureLine, headLine, worsened } from './guard.ts'
import type { Item } from './items.ts'
import { type Figures, figuresOf } from './measure.ts'
import { percent } from './report.ts'
import { evidenceSetOf } from './stored-evidence.ts'

/**
 * Weight of one report in a fit, before all reports together are scaled down to ADDED_SHARE_MAX.
 */
const REPORT_WEIGHT = 1
/**
 * Largest number of fits for the table of the reports' effects. With more reports, several
 * operators are left out together.
 */
const LEFT_OUT_GROUPS_MAX = 10

export interface Learning extends Selection {
  added: Added[]
}

/**
 * Selects the reports that take part in a fit and converts them to training examples with the
 * evidence that was stored with the job.
 */
export function learnFrom(reports: readonly FeedbackReport[], items: readonly Item[]): Learning {
  const base = items.map(({ labelled }) => labelled)
  const samples = new Map<FeedbackReport, Sample>()
  const found = ({ report, label }: LabelledReport): boolean => {
    const sample = frozenSample({ report, label })
    samples.set(report, sample)
    return label.truth.operator === null || sample.right.includes(true)
  }
  const selection = selectReports(reports, base, found)
  const added = selection.kept.flatMap((one): Added[] => {
    const sample = samples.get(one.report)
    return sample === undefined ? [] : [{ sample, hiddenFrom: foldsHidden(one, base) }]
  })
  return { ...selection, added }
}

function frozenSample({ report, label }: LabelledReport): Sample {
  const target = { domain: report.domain, registrableDomain: report.registrable_domain }
  const evidence = evidenceSetOf(report.evidence)
  const at = new Date(report.completed_at)
  return sampleOf(
    label,
    gatherCandidates(target, evidence, readSignals(target, evidence, at), at),
    REPORT_WEIGHT,
  )
}

/**
 * Measures a fit with accepted reports against the fit without them, on the labelled examples only.
 * With `fit`, the parameters are written if no guard figure gets worse. Returns the exit code: 1 if
 * the guards refuse to write.
 */
export async function measureFeedback(
  file: string,
  items: readonly Item[],
  { fit }: { fit: boolean },
): Promise<0 | 1> {
  const reports = await readReports(file).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`)
  })
  const learning = learnFrom(reports, items)
  const { added } = learning
  const samples = samplesOf(items)
  printSelection(reports, learning, samples)
  const without = figuresOf(crossValidate(items, samples).judged)
  const validation = crossValidate(items, samples, added)
  const after = figuresOf(validation.judged)
  console.log(`\nheld out, ${BY_OPERATOR.title}, on the ${items.length} labelled examples`)
  for (const line of [
    headLine(),
    figureLine('without reports', without),
    figureLine('with reports', after),
  ])
    console.log(line)
  console.log(changeLine('change', without, after))
  printEffects(items, samples, learning, after)
  const worse = worsened(without, after)
  for (const { figure, before, after: now } of worse)
    console.log(
      `\nguard: ${figure} would get worse, from ${before.toFixed(4)} to ${now.toFixed(4)}`,
    )
  if (worse.length > 0) {
    console.log('the guards refuse this fit; no parameters are written')
    return fit ? 1 : 0
  }
  console.log('\nguards: no figure gets worse')
  if (fit) await writeParameters(samples, validation, added)
  return 0
}

function printSelection(
  reports: readonly FeedbackReport[],
  { kept, unused, added }: Learning,
  samples: readonly Sample[],
) {
  console.log(`\n${reports.length} accepted reports, ${kept.length} take part in the fit`)
  const reasons = new Map<string, number>()
  for (const { reason } of unused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]))
    console.log(`  ${reason.padEnd(34)} ${count}`)
  const weightOf = (some: readonly Sample[]): number =>
    some.reduce(
      (sum, { gathered, weight }) => sum + (gathered.candidates.length > 0 ? weight : 0),
      0,
    )
  const base = weightOf(samples)
  const own = weightOf(added.map(({ sample }) => sample))
  const scaled = own * addedFactor(base, own)
  console.log(
    `  share of the weight                ${percent(own / (base + own))}, in the fit ${percent(scaled / (base + scaled))} (at most ${percent(ADDED_SHARE_MAX)})`,
  )
  const hidden = added.filter(({ hiddenFrom }) => hiddenFrom.size > 0).length
  console.log(`  hidden from the fold of their own  ${hidden}`)
}

/**
 * Prints the change of each guard figure that the reports of one group cause: with all reports,
 * against all without the group.
 */
function printEffects(
  items: readonly Item[],
  samples: readonly Sample[],
  { kept, added }: Learning,
  after: Figures,
): void {
  if (added.length === 0) return
  const count = Math.min(LEFT_OUT_GROUPS_MAX, added.length)
  console.log('\nchange that each group of reports causes (against a fit without the group)')
  console.log(headLine())
  for (let group = 0; group < count; group += 1) {
    const others = added.filter((_, index) => index % count !== group)
    const figures = figuresOf(crossValidate(items, samples, others).judged)
    console.log(changeLine(`group ${group + 1}`, figures, after))
    for (const { report, label } of kept.filter((_, index) => index % count === group))
      console.log(
        `    ${report.feedback_id} ${report.domain}: ${label.truth.operator ?? '(nobody)'}`,
      )
  }
}
