import type { Schemas } from '../../api/api-client.ts'

type Evidence = Pick<Schemas['JobEvidence'], 'collector' | 'data' | 'source' | 'collected_at'>

interface OperatorFact {
  label: string
  value: string
  source: string
  collectedAt: string
}

const FACTS_MAX = 12
const VALUE_CHARACTERS_MAX = 300

/**
 * Facts of registers about a company of this name. The evidence of older analyses may have another
 * form, so a value that is missing or no text is left out.
 */
export function operatorFacts(evidence: readonly Evidence[], name: string): OperatorFact[] {
  const facts = new Map<string, OperatorFact>()
  for (const piece of evidence) {
    for (const [label, value] of factsOf(piece, name)) {
      if (typeof value !== 'string' || value.trim() === '') continue
      const fact = {
        label,
        value: value.trim().slice(0, VALUE_CHARACTERS_MAX),
        source: piece.source,
        collectedAt: piece.collected_at,
      }
      const key = `${label} ${fact.value}`
      if (!facts.has(key) && facts.size < FACTS_MAX) facts.set(key, fact)
    }
  }
  return [...facts.values()]
}

type Pairs = (readonly [label: string, value: unknown])[]
type Entry = Readonly<Record<string, unknown>>

function factsOf({ collector, data }: Evidence, name: string): Pairs {
  if (collector === 'legal_entity') {
    return entriesOf(data?.matches)
      .filter((match) => isNamed(match.legal_name, match.other_names, name))
      .flatMap(
        (match): Pairs => [
          ['Legal name', match.legal_name],
          ['LEI', match.lei],
          ['Country', match.country],
          ['City', match.city],
          ['Status', match.status],
          ['Parent', match.parent],
          ...textsOf(match.other_names).map((other) => ['Other name', other] as const),
        ],
      )
  }
  if (collector !== 'company_register') return []
  return entriesOf(data?.answers)
    .filter(
      (answer) => answer.outcome === 'found' && isNamed(answer.name, answer.other_names, name),
    )
    .flatMap(
      (answer): Pairs => [
        ['Registered name', answer.name],
        ['Register number', `${answer.number} (${answer.register})`],
        ['Country', answer.country],
        ['Status', answer.is_active === false ? 'dissolved' : null],
        ...textsOf(answer.other_names).map((other) => ['Other name', other] as const),
      ],
    )
}

const entriesOf = (list: unknown): Entry[] =>
  Array.isArray(list)
    ? list.filter((each): each is Entry => typeof each === 'object' && each !== null)
    : []

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []

// Registers write one name in capitals, another with a comma before its legal form.
const plain = (name: unknown): string =>
  typeof name === 'string' ? name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') : ''

const isNamed = (name: unknown, others: unknown, wanted: string): boolean =>
  [name, ...textsOf(others)].some((each) => plain(each) !== '' && plain(each) === plain(wanted))
