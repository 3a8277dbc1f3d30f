import { parsePage } from '../../shared/attribution/collectors/page/parse-page.ts'
import type { CollectedEvidence, EvidenceSet } from '../../shared/attribution/evidence.ts'
import { CALIBRATION } from '../../shared/attribution/scoring/calibration.ts'
import { targetOf } from './collect.ts'
import { crossValidate, samplesOf } from './cross-validation.ts'
import { learnFrom } from './feedback.ts'
import type { FeedbackReport } from './feedback-report.ts'
import { changeLine, figureLine, headLine, worsened } from './guard.ts'
import { answerTo, type Item, MEASURED_AT } from './items.ts'
import { type Figures, figuresOf } from './measure.ts'
import { chanceOf } from './random.ts'
import { percent } from './report.ts'

const COMPETITOR = 'Quillstone Marwick Holdings GmbH'
const ECE_CHANGE_MAX = 0.005

/**
 * A poisoned label: an example with wrong evidence or a wrong name, and the name that the attacker
 * reports.
 */
interface Poisoned {
  item: Item
  name: string
}

/**
 * Plans of an attacker. The first two report one competitor everywhere; the third one reports
 * another name of each page.
 */
const PLANS: Readonly<Record<string, (item: Item) => Poisoned | null>> = {
  'competitor absent from the evidence': (item) => ({ item, name: COMPETITOR }),
  'competitor named on the home page': (item) => {
    const evidence = withName(item.evidence, COMPETITOR)
    return evidence === null ? null : { item: { ...item, evidence }, name: COMPETITOR }
  },
  'another candidate of each page': (item) => {
    const wrong = answerTo(item, CALIBRATION).result.candidates.find(
      ({ entity }) => !item.labelled.truth.accept.includes(entity),
    )
    return wrong === undefined ? null : { item, name: wrong.entity }
  },
}

/**
 * Returns the evidence with a copyright line of `name` on the first page, or null if the evidence
 * contains no page.
 */
function withName(evidence: EvidenceSet, name: string): EvidenceSet | null {
  const probe = evidence.http_probe
  const [home, ...others] = probe?.data?.pages ?? []
  if (probe?.data == null || home === undefined) return null
  const html = `<footer><p>© 2026 ${name}. All rights reserved.</p></footer>`
  const { mentions } = parsePage({ url: home.url, role: home.role, status: 200, html })
  const pages = [{ ...home, mentions: [...home.mentions, ...mentions] }, ...others]
  return { ...evidence, http_probe: { ...probe, data: { ...probe.data, pages } } }
}

/**
 * Measures poisoned labels. A share of the examples leaves the labelled examples and comes back
 * with the name that an attacker wants: as ordinary labels, and as reports before and after the
 * guards. The remaining examples are judged by cross-validation.
 */
export function measurePoison(share: number, items: readonly Item[]): 0 {
  const count = Math.round(share * items.length)
  for (const [title, plan] of Object.entries(PLANS)) {
    const poisoned = chanceOf(`poison ${title}`)
      .shuffled(items)
      .flatMap((item) => (item.labelled.truth.operator === null ? [] : (plan(item) ?? [])))
      .slice(0, count)
    const domains = new Set(poisoned.map(({ item }) => item.labelled.domain))
    const base = items.filter(({ labelled }) => !domains.has(labelled.domain))
    const samples = samplesOf(base)
    const clean = figuresOf(crossValidate(base, samples).judged)
    const raw = figuresOf(
      crossValidate(base, [...samples, ...samplesOf(poisoned.map(asLabelled))]).judged,
    )
    const { kept, added } = learnFrom(poisoned.map(asReport), base)
    const ruled = added.length === 0 ? clean : figuresOf(crossValidate(base, samples, added).judged)
    const refused = worsened(clean, ruled)
    console.log(
      `\npoison: ${title}, ${poisoned.length} labels beside ${base.length} examples (${percent(share)})`,
    )
    for (const line of [headLine(), figureLine('without the poison', clean)]) console.log(line)
    printRow('as ordinary labels', clean, raw)
    printRow(`under the rules (${kept.length} reports kept)`, clean, ruled)
    printRow('after the guards', clean, refused.length > 0 ? clean : ruled)
    if (refused.length > 0)
      console.log(`    refused by ${refused.map(({ figure }) => figure).join(', ')}`)
  }
  return 0
}

function printRow(title: string, clean: Figures, poisoned: Figures): void {
  const met =
    poisoned.accuracy === clean.accuracy && Math.abs(poisoned.ece - clean.ece) < ECE_CHANGE_MAX
  console.log(`${changeLine(title, clean, poisoned)}  ${met ? 'goal met' : 'goal missed'}`)
}

const asLabelled = ({ item, name }: Poisoned): Item => ({
  ...item,
  labelled: { ...item.labelled, truth: { ...item.labelled.truth, operator: name, accept: [name] } },
})

const asReport = ({ item, name }: Poisoned, index: number): FeedbackReport => {
  const { result } = answerTo(item, CALIBRATION)
  return {
    feedback_id: `fbk_poison_${index}`,
    domain: item.labelled.domain,
    registrable_domain: targetOf(item.labelled.domain).registrableDomain,
    depth: 'deep',
    completed_at: MEASURED_AT.toISOString(),
    verdict: 'wrong',
    correct_entity: name,
    relation: 'operator',
    account: `attacker ${index}`,
    answer: {
      outcome: result.outcome,
      entity: result.entity,
      confidence: result.confidence,
      scorer_version: result.scorer_version,
    },
    evidence: Object.values(item.evidence) as CollectedEvidence[],
  }
}
