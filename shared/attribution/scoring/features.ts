import { isAddressLine } from '../collectors/page/address-lines.ts'
import { infrastructureRole } from '../data/infrastructure-operators.ts'
import pageWords from '../data/page-words.json' with { type: 'json' }
import { findBrand } from '../data/well-known-brands.ts'
import { type DomainLabel, labelLikeness } from '../names/domain-label.ts'
import { guessEntityType, nameParts } from '../names/entity-names.ts'
import { SENTENCE } from '../names/name-words.ts'
import { namesWithForm } from '../names/names-in-text.ts'
import { isHostName } from '../names/stated-names.ts'
import type { Signal } from '../signals/signal.ts'
import { signalKind } from '../signals/signal-kinds.ts'

// Words of menus, links and footers, in lower case without accents. Each one is in the links of at
// least 6 of 583 real sites in 27 languages, and is rare in company names.
const PAGE_WORDS: ReadonlySet<string> = new Set(pageWords)

/**
 * Input of the ranking model. Only evidence from the site is used, so that other evidence never
 * counts against a name.
 */
export type Features = ReadonlyMap<string, number>

export interface Named {
  /** The name in lower case, without spaces and legal form. */
  key: string
  names: readonly string[]
  signals: readonly Signal[]
  credited: boolean
}

const OCCURRENCES_MAX = 15

/** In the order of `candidates`. `texts` are the site's pages in lower case. */
export function computeFeatures(
  candidates: readonly Named[],
  label: DomainLabel,
  texts: readonly string[],
): Features[] {
  const facts = candidates.map((candidate) => describeName(candidate, label, texts))
  const most = Math.max(1, ...facts.map(({ features }) => features.get('occurrences') ?? 0))
  return facts.map((own, index) => {
    const others = facts.filter((_, other) => other !== index)
    const features = new Map(own.features)
    features.set('share of occurrences', (features.get('occurrences') ?? 0) / most)
    for (const [name, value] of relations(own, others)) features.set(name, value)
    return features
  })
}

interface Facts {
  features: Map<string, number>
  words: readonly string[]
  candidate: Named
  likeness: number
  hasForm: boolean
}

function describeName(candidate: Named, label: DomainLabel, texts: readonly string[]): Facts {
  const features = new Map<string, number>()
  for (const signal of candidate.signals.filter(ofSite)) {
    features.set(signal.kind, 1)
    for (const mark of signal.marks ?? []) features.set(`${signal.kind} ${mark}`, 1)
    for (const mark of signal.marks ?? []) if (/^on /u.test(mark)) features.set(mark, 1)
  }
  const groups = new Set(candidate.signals.filter(ofSite).map(({ group }) => group))
  features.set('groups of the site', groups.size)
  const name = longest(candidate.names)
  const parts = candidate.names.map((each) => nameParts(each))
  const words = parts[0]?.core ?? []
  const hasForm = parts.some((each) => each.hasLegalForm)
  const likeness = Math.max(...candidate.names.map((each) => labelLikeness(each, label)))
  const shape: Record<string, number> = {
    'legal form': Number(hasForm),
    words: words.length,
    letters: candidate.key.length,
    likeness,
    'is the label': Number(candidate.key === label.compact),
    'is the host name': Number(candidate.names.every(isHostName)),
    'label holds it': Number(candidate.key.length >= 3 && label.compact.includes(candidate.key)),
    'holds the label': Number(label.compact.length >= 3 && candidate.key.includes(label.compact)),
    person: Number(guessEntityType(name) === 'person'),
    organization: Number(guessEntityType(name) === 'organization'),
    digits: Number(/\d/u.test(name)),
    comma: Number(/[,;:]/u.test(name)),
    'full stop inside': Number(/\.\s/u.test(name)),
    'lower case start': Number(/^\p{Ll}/u.test(name)),
    'lower case words': name.split(' ').filter((word) => /^\p{Ll}/u.test(word)).length,
    capitals: Number(
      candidate.names.every((each) => each === each.toUpperCase()) && /\p{Lu}{3}/u.test(name),
    ),
    sentence: Number(SENTENCE.test(name)),
    'mixed case': Number(
      candidate.names.some((each) => /\p{Ll}/u.test(each) && /\p{Lu}/u.test(each)),
    ),
    spellings: candidate.names.length,
    latin: Number(/\p{Script=Latin}/u.test(name)),
    signs: (name.match(/[^\p{L}\p{N}\s]/gu) ?? []).length,
    occurrences: occurrences(candidate.names, texts),
    credited: Number(candidate.credited),
    address: Number(isAddressLine(name)),
    serving: Number(infrastructureRole(candidate.key) !== null),
    famous: Number(findBrand(candidate.key) !== null),
    slash: Number(/[/|]/u.test(name)),
    'goes on behind a form': Number(
      namesWithForm(name).some((form) => name.length - form.length > 2 && name.startsWith(form)),
    ),
    'starts within a form name': Number(
      namesWithForm(name).some((form) => name.length - form.length > 2 && name.endsWith(form)),
    ),
    'words of pages':
      words.length === 0 ? 1 : words.filter((word) => PAGE_WORDS.has(word)).length / words.length,
    'starts with a word of pages': Number(PAGE_WORDS.has(words[0] ?? '')),
    'ends with a word of pages': Number(PAGE_WORDS.has(words.at(-1) ?? '')),
    'closing rights': Number(candidate.signals.some(closingRights)),
  }
  for (const [fact, value] of Object.entries(shape)) features.set(fact, value)
  return { features, words, candidate, likeness, hasForm }
}

const closingRights = ({ kind, marks = [] }: Signal): boolean =>
  kind === 'copyright_holder' && (marks.includes('rights footer') || marks.includes('rights tail'))

const ofSite = (signal: Signal): boolean => signalKind(signal.kind)?.party === 'site'
const longest = (names: readonly string[]): string =>
  names.reduce((a, b) => (b.length > a.length ? b : a), '')

function occurrences(names: readonly string[], texts: readonly string[]): number {
  let most = 0
  for (const name of names.slice(0, 4)) {
    const sought = name.toLowerCase()
    let count = 0
    for (const text of texts)
      for (
        let at = text.indexOf(sought);
        at >= 0 && count < OCCURRENCES_MAX;
        at = text.indexOf(sought, at + sought.length)
      )
        count += 1
    most = Math.max(most, count)
  }
  return most
}

const CLAIMING = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'agreement_party',
  'structured_legal_name',
])

function relations(own: Facts, others: readonly Facts[]): [string, number][] {
  const inside = others.filter(
    (other) => other.words.length > own.words.length && within(own.words, other.words),
  )
  const around = others.filter(
    (other) => other.words.length < own.words.length && within(other.words, own.words),
  )
  const has = (facts: Facts, feature: string): boolean => (facts.features.get(feature) ?? 0) > 0
  const rights = others.filter((other) => has(other, 'copyright_holder'))
  const claiming = others.filter((other) =>
    other.candidate.signals.some(({ kind }) => CLAIMING.has(kind)),
  )
  const flag = (list: readonly Facts[]): number => Number(list.length > 0)
  return [
    ['longer', flag(inside)],
    ['longer with form', flag(inside.filter(({ hasForm }) => hasForm))],
    ['longer in rights', flag(inside.filter((other) => has(other, 'copyright_holder')))],
    ['longer claims', flag(inside.filter((other) => claiming.includes(other)))],
    ['longer agrees more', flag(inside.filter(({ likeness }) => likeness > own.likeness + 0.05))],
    [
      'longer is site name',
      flag(inside.filter((other) => has(other, 'site_name') || has(other, 'logo_name'))),
    ],
    [
      'others structured with form',
      flag(
        others.filter(
          (other) =>
            other.hasForm &&
            (has(other, 'structured_organization') ||
              has(other, 'structured_publisher') ||
              has(other, 'structured_legal_name')),
        ),
      ),
    ],
    ['shorter', flag(around)],
    ['shorter with form', flag(around.filter(({ hasForm }) => hasForm))],
    ['shorter in rights', flag(around.filter((other) => has(other, 'copyright_holder')))],
    ['shorter claims', flag(around.filter((other) => claiming.includes(other)))],
    ['shorter is site name', flag(around.filter((other) => has(other, 'site_name')))],
    [
      'shorter agrees as much',
      flag(around.filter(({ likeness }) => likeness >= own.likeness - 0.05)),
    ],
    [
      'shorter spellings',
      Math.max(0, ...around.map((other) => other.features.get('occurrences') ?? 0)),
    ],
    ['others in rights', Math.min(6, rights.length)],
    ['others in rights with form', Math.min(4, rights.filter(({ hasForm }) => hasForm).length)],
    [
      'others in closing rights',
      Math.min(4, others.filter((other) => has(other, 'closing rights')).length),
    ],
    ['longer in closing rights', flag(inside.filter((other) => has(other, 'closing rights')))],
    ['shorter in closing rights', flag(around.filter((other) => has(other, 'closing rights')))],
    ['others claim', Math.min(4, claiming.length)],
    ['others claim with form', Math.min(4, claiming.filter(({ hasForm }) => hasForm).length)],
    [
      'others own',
      flag(
        others.filter(
          (other) => has(other, 'owner_statement') || has(other, 'copyright_holder rights owner'),
        ),
      ),
    ],
    ['others with form', Math.min(6, others.filter(({ hasForm }) => hasForm).length)],
    ['others agree', flag(others.filter(({ likeness }) => likeness >= 0.6))],
    ['best other likeness', Math.max(0, ...others.map(({ likeness }) => likeness))],
    [
      'others on legal pages',
      flag(others.filter((other) => has(other, 'on inner') && other.hasForm)),
    ],
    ['candidates', Math.min(60, others.length)],
  ]
}

function within(shorter: readonly string[], longer: readonly string[]): boolean {
  if (shorter.length === 0) return false
  return (
    ` ${longer.join(' ')} `.includes(` ${shorter.join(' ')} `) ||
    longer.join('').startsWith(shorter.join(''))
  )
}
