import type { Basis } from '../../shared/attribution/basis.ts'
import { BASES } from '../../shared/attribution/basis.ts'
import { sameEntity } from '../../shared/attribution/names/entity-names.ts'
import { CALIBRATION } from '../../shared/attribution/scoring/calibration.ts'
import { readSignals } from '../../shared/attribution/signals/read-signals.ts'
import { BASIS_OF } from '../../shared/attribution/signals/signal-authors.ts'
import { targetOf } from './collect.ts'
import { answerTo, type Item, MEASURED_AT } from './items.ts'
import { type Judged, judge } from './measure.ts'
import { print } from './print.ts'
import { chanceOf } from './random.ts'
import { percent } from './report.ts'
import { LARGE_CLASSES, SHARES } from './witness-shares.ts'
import { addWitnesses, WITNESSES, type Witness } from './witness-world.ts'

/** One draw gives rare witnesses to one or two domains, so several worlds are counted together. */
const WORLDS = 10
const VERIFIED_MIN = 0.45
const CORROBORATED_MIN = 0.2

interface Answer extends Judged {
  basis: Basis | null
  /** Kinds of signals whose author gives the basis of the answer. */
  kinds: string[]
  given: readonly Witness[]
}

/** Prints the basis of honest answers in a synthetic world of witnesses, and without it. */
export function measureWitnesses(items: readonly Item[]): void {
  const honest = items.filter(({ labelled }) => labelled.truth.operator !== null)
  const before = honest.map((item) => answered(item, []))
  const after = Array.from({ length: WORLDS }, (_, world) =>
    honest.map((item) => {
      const chance = chanceOf(`world ${world} of ${item.labelled.domain}`)
      const { evidence, given } = addWitnesses(item, chance)
      return answered({ ...item, evidence }, given)
    }),
  ).flat()
  print(`\nsynthetic world of witnesses: ${honest.length} honest domains, ${WORLDS} draws`)
  print('  assumed shares')
  for (const [name, share] of Object.entries(SHARES))
    print(`    ${name.padEnd(28)} ${percent(share)}`)
  print('  domains with the witness · verified or corroborated of these')
  for (const witness of WITNESSES) printWitness(witness, after)
  print('  right answers (verified · corroborated · stated · of all domains: wrong, nobody named)')
  printBases('without witnesses', before)
  printBases('with witnesses', after)
  const isLarge = (answer: Answer): boolean => LARGE_CLASSES.has(answer.class)
  printBases('… of large firms', after.filter(isLarge))
  printBases(
    '… of other firms and persons',
    after.filter((answer) => !isLarge(answer)),
  )
  const shares = sharesOf(after)
  const goal = (basis: Basis, least: number): string =>
    `${basis} ≥ ${percent(least)}: ${(shares.get(basis) ?? 0) >= least ? 'met' : 'MISSED'}`
  print(`  goal ${goal('verified', VERIFIED_MIN)}, ${goal('corroborated', CORROBORATED_MIN)}`)
  print('  kinds of signals behind the right answers with witnesses')
  printKinds(after)
}

function answered(item: Item, given: readonly Witness[]): Answer {
  const { labelled, evidence } = item
  const { result } = answerTo(item, CALIBRATION)
  const top = result.candidates[0]?.entity ?? null
  const kinds = readSignals(targetOf(labelled.domain), evidence, MEASURED_AT)
    .filter(
      ({ stance, entity, author }) =>
        stance === 'supports' &&
        BASIS_OF[author] === result.basis &&
        (entity === null || sameEntity(entity, top ?? '')),
    )
    .map(({ kind }) => kind)
  return {
    ...judge(labelled, { ...result, top }),
    basis: result.basis,
    kinds: [...new Set(kinds)],
    given,
  }
}

const rightOf = (answers: readonly Answer[]): Answer[] => answers.filter((each) => each.answered)

const shareOf = (part: number, whole: number): string => percent(whole === 0 ? 0 : part / whole)

function sharesOf(answers: readonly Answer[]): Map<Basis, number> {
  const right = rightOf(answers)
  return new Map(
    BASES.map((basis) => [
      basis,
      right.filter((each) => each.basis === basis).length / Math.max(1, right.length),
    ]),
  )
}

function printBases(title: string, answers: readonly Answer[]): void {
  const shares = [...sharesOf(answers).values()].map(percent).join(' · ')
  const wrong = answers.filter((each) => each.wrong).length
  const nobody = answers.filter(({ outcome }) => outcome !== 'attributed').length
  print(
    `    ${title.padEnd(28)} ${shares} · wrong ${shareOf(wrong, answers.length)}, ` +
      `nobody ${shareOf(nobody, answers.length)}`,
  )
}

function printWitness(witness: Witness, answers: readonly Answer[]): void {
  const having = answers.filter(({ given }) => given.includes(witness))
  const counted = (basis: Basis): string =>
    shareOf(having.filter((each) => each.basis === basis).length, having.length)
  print(
    `    ${witness.padEnd(28)} ${shareOf(having.length, answers.length).padStart(7)} · ` +
      `verified ${counted('verified')}, corroborated ${counted('corroborated')}`,
  )
}

function printKinds(answers: readonly Answer[]): void {
  const right = rightOf(answers)
  for (const basis of ['verified', 'corroborated'] as const) {
    const counts = new Map<string, number>()
    for (const { kinds } of right.filter((each) => each.basis === basis))
      for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    for (const [kind, count] of [...counts].sort((a, b) => b[1] - a[1]))
      print(`    ${basis.padEnd(14)} ${kind.padEnd(28)} ${shareOf(count, right.length)}`)
  }
}
