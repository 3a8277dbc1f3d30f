import type { LabelledCase } from './cases.ts'

export interface Folds {
  title: string
  count: number
  of(labelled: LabelledCase): number
}

export const OPERATOR_FOLDS = 5
/** A corpus with fewer examples gets no fold of its own: all small corpora form one fold. */
export const CORPUS_CASES_MIN = 10

/**
 * Operator of an example, which decides its fold. For an example without an operator, returns the
 * domain.
 */
export const operatorOf = ({ truth, domain }: Pick<LabelledCase, 'truth' | 'domain'>): string =>
  truth.operator ?? domain

/**
 * Returns the fold of an operator by a hash of the name, so that all examples of one operator are
 * in the same fold.
 */
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
 * Divides the examples by corpus: one corpus at a time is left out of the fit. Otherwise a fit
 * would learn the habits of a corpus, even from other operators.
 * Examples without a corpus are divided by operator.
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
