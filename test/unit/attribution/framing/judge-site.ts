import { compactName } from '../../../../shared/attribution/names/entity-names.ts'
import type { ScoringResult } from '../../../../shared/attribution/scoring/scoring-result.ts'
import type { FramingSite } from './site.ts'

/**
 * Confidence of a verified operator. Only evidence that the holder of a domain cannot write may
 * reach it.
 */
export const VERIFIED_CONFIDENCE = 0.95

/**
 * Letters of other scripts in the names on the test sites. The value is the Latin letter that looks
 * the same.
 */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  '\u0430': 'a',
  '\u0435': 'e',
  '\u043e': 'o',
  '\u0441': 'c',
  '\u0420': 'P',
  '\u041a': 'K',
  '\u039f': 'O',
}

/**
 * Names are compared without spaces, because an invisible character in a name may become a space.
 */
const folded = (name: string): string =>
  compactName(
    [...name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')]
      .map((letter) => LOOK_ALIKE[letter] ?? letter)
      .join(''),
  )

const isOneOf = (names: readonly string[], name: string | null): boolean =>
  name !== null &&
  names.some((each) => folded(each) === folded(name) || spaceless(each) === spaceless(name))

const spaceless = (name: string): string => folded(name.replaceAll(/\s+/gu, ''))

export interface Judgement {
  /** Reason why the answer wrongly names an innocent company (the victim), or null. */
  framed: string | null
  /** Reason why the answer does not name the true operator, or null. */
  missed: string | null
  /** True if the answer names a victim with the confidence of a verified operator. */
  isSure: boolean
}

export function judgeSite(site: FramingSite, result: ScoringResult): Judgement {
  const { outcome, entity, candidates } = result
  const victims = candidates.filter((candidate) => isOneOf(site.victims, candidate.entity))
  const order = candidates.find((candidate) => site.forbidden?.test(candidate.entity))
  const above = victims.find(({ confidence }) => confidence > site.limit)
  const named = victims.find((candidate) => candidate.entity === entity)
  const words = ({ entity: name, confidence }: { entity: string; confidence: number }) =>
    `${name} ${confidence}`
  const fault = order ?? (site.limit === 0 ? named : above)
  const isMissed =
    site.operators.length > 0 && (outcome !== 'attributed' || !isOneOf(site.operators, entity))
  return {
    framed: fault === undefined ? null : `${site.domain}: ${words(fault)} (limit ${site.limit})`,
    missed: isMissed
      ? `${site.domain}: ${outcome} ${entity ?? candidates[0]?.entity ?? 'nobody'}`
      : null,
    isSure: victims.some(({ confidence }) => confidence >= VERIFIED_CONFIDENCE),
  }
}
