import type { LabelledCase } from './cases.ts'

export interface Folds {
  title: string
  count: number
  of(labelled: LabelledCase): number
}

export const OPERATOR_FOLDS = 5
/** Smaller corpora form one fold together. */
export const CORPUS_CASES_MIN = 10

/** Decides the fold of an example. An example without an operator counts as its own operator. */
export const operatorOf = ({ truth, domain }: Pick<LabelledCase, 'truth' | 'domain'>): string =>
  truth.operator ?? domain

/** A hash of the operator's name keeps all examples of one operator in the same fold. */
export function foldOf(operator: string, folds: number): number {
  let hash = 2166136261
  for (const letter of operator)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % folds
}

export const BY_OPERATOR: Folds = {
  title: `${OPERATOR_FOLDS} folds by operator`,
  count: OPERATOR_FOLDS,
  of: (labelled) => foldOf(operatorOf(labelled), OPERATOR_FOLDS),
}

/**
 * A fit learns the habits of a corpus even from other operators, so one corpus at a time is left
 * out. Examples without a corpus are divided by operator.
 */
export function byCorpus(cases: readonly LabelledCase[]): Folds {
  const domains = new Map<string, Set<string>>()
  for (const { corpus, domain } of cases)
    if (corpus != null) domains.set(corpus, (domains.get(corpus) ?? new Set()).add(domain))
  const large = [...domains]
    .flatMap(([corpus, own]) => (own.size >= CORPUS_CASES_MIN ? [corpus] : []))
    .sort()
  const places = new Map(large.map((corpus, index) => [corpus, OPERATOR_FOLDS + index]))
  const small = OPERATOR_FOLDS + large.length
  return {
    title: `${large.length} corpora left out, the small ones together, ${OPERATOR_FOLDS} folds by operator without corpus`,
    count: small + Number(domains.size > large.length),
    of: (labelled) =>
      labelled.corpus == null ? BY_OPERATOR.of(labelled) : (places.get(labelled.corpus) ?? small),
  }
}
