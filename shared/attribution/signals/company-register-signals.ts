import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { hasLegalForm, isSameCompany, nameParts, sameEntity } from '../names/entity-names.ts'
import { foldToLetters } from '../names/fold.ts'
import { OPERATOR_STATEMENTS, type PageEvidence } from '../page-evidence.ts'
import { isPlatformCustomer } from '../platform-customer.ts'
import { isHeldLong } from '../registration-record.ts'
import type { RegisterAnswer } from '../witness-evidence.ts'
import { contextSignal, nameSignal } from './build-signal.ts'
import { includesCompany, ownNamesOf } from './own-names.ts'
import type { Signal } from './signal.ts'

const ANSWERS_MAX = 3

interface Entry {
  name: string
  names: readonly string[]
  answer: RegisterAnswer
  /** Null if the number comes from a certificate. */
  page: PageEvidence | null
}

/** `stated`: signals of the site and of the registration. A failed answer changes nothing. */
export function companyRegisterSignals(
  target: Target,
  evidence: EvidenceSet,
  stated: readonly Signal[],
  now: Date,
): Signal[] {
  const entries = entriesOf(evidence)
  const isComplete = knowsAllNumbers(evidence)
  const isOld = isHeldLong(evidence.whois?.data?.record.created_at, now.getTime())
  return entries.flatMap((entry) => {
    if (isCredited(entry, stated)) return []
    if (namesDomain(entry, target)) return websiteSignal(entry, target, stated, isOld)
    if (supports(entry, stated)) return numberSignal(entry)
    return isComplete ? contradictions(entry, entries, stated) : []
  })
}

/** A number without an answer may be the operator's own, so nothing is then contradicted. */
function knowsAllNumbers({ company_register: register }: EvidenceSet): boolean {
  const { answers = [], unasked = 0 } = register?.data ?? {}
  return (
    unasked === 0 &&
    answers.every(({ outcome }) => outcome !== 'throttled' && outcome !== 'unavailable')
  )
}

/** A dissolved company neither supports nor contradicts a name. */
function entriesOf({ company_register: register, http_probe: probe }: EvidenceSet): Entry[] {
  const pages = probe?.data?.pages ?? []
  return (register?.data?.answers ?? []).slice(0, ANSWERS_MAX).flatMap((answer) => {
    const { outcome, name, is_active, stated_on } = answer
    if (outcome !== 'found' || name === null || is_active === false) return []
    const page = pages.find(({ url }) => url === stated_on) ?? null
    if (page === null && stated_on !== null) return []
    return [{ name, names: [name, ...answer.other_names], answer, page }]
  })
}

const observedOf = ({ answer, name }: Entry): string =>
  `${name}, ${answer.country === 'XX' ? '' : `${answer.country} `}${answer.number}`

const namesDomain = ({ answer }: Entry, target: Target): boolean =>
  answer.websites.includes(target.registrableDomain) && !isPlatformCustomer(target)

function websiteSignal(
  entry: Entry,
  { registrableDomain }: Target,
  stated: readonly Signal[],
  isOld: boolean,
): Signal[] {
  const isProven = isOld && includesCompany(ownNamesOf(stated), entry.name)
  const signal = nameSignal('register_website', {
    collector: 'company_register',
    name: entry.name,
    observed: `${observedOf(entry)}, website ${registrableDomain}`,
    author: isProven ? 'named party' : 'register',
    factor: isProven ? 1 : UNPROVEN_FACTOR,
  })
  return signal === null ? [] : [signal]
}

const UNPROVEN_FACTOR = 0.5

const isCredited = ({ names }: Entry, stated: readonly Signal[]): boolean =>
  stated.some(
    ({ kind, entity }) =>
      kind === 'site_credit' && names.some((name) => sameEntity(name, entity ?? '')),
  )

/**
 * True if the site states the same company, or if its imprint states the number and no company. A
 * French imprint has to name the host with its number, so other names add no candidate.
 */
function supports({ name, page }: Entry, stated: readonly Signal[]): boolean {
  const own = ownNamesOf(stated)
  if (own.some((each) => isSameCompany(each, name))) return true
  return page?.role === 'imprint' && operatorsOn(page).length === 0 && !own.some(hasLegalForm)
}

function numberSignal(entry: Entry): Signal[] {
  const signal = nameSignal('register_number', {
    collector: 'company_register',
    name: entry.name,
    observed: observedOf(entry),
  })
  return signal === null ? [] : [signal]
}

/** Companies with a legal form. A brand or a person may be another name of the same company. */
const operatorsOn = ({ legal_statements }: PageEvidence): string[] =>
  [
    ...new Set(
      legal_statements.flatMap(({ kind, name }) =>
        OPERATOR_STATEMENTS.has(kind) && hasLegalForm(name) ? [name] : [],
      ),
    ),
  ].slice(0, OPERATORS_MAX)

const OPERATORS_MAX = 3

/**
 * Signals against the companies that a page states as operator next to the number of another
 * company, which the site names nowhere. The usual cause is a copied imprint.
 */
function contradictions(
  entry: Entry,
  entries: readonly Entry[],
  stated: readonly Signal[],
): Signal[] {
  const { page, names } = entry
  if (page === null || isNamedOnSite(entry, page, stated)) return []
  return operatorsOn(page)
    .filter(
      (operator) =>
        names.every((name) => !sameEntity(name, operator) && haveSameScript(name, operator)) &&
        !isConfirmedElsewhere(operator, entries, stated),
    )
    .map((operator) =>
      contextSignal('register_contradiction', 'company_register', observedOf(entry), operator),
    )
}

function isNamedOnSite({ names }: Entry, page: PageEvidence, stated: readonly Signal[]): boolean {
  const onSite = [
    ...stated.map(({ entity }) => entity ?? ''),
    ...page.legal_statements.map(({ name }) => name),
    ...page.mentions.map(({ name }) => name),
    ...page.organizations.flatMap(({ name, legal_name, parent, alternate_names }) => [
      name ?? '',
      legal_name ?? '',
      parent ?? '',
      ...alternate_names,
    ]),
  ].filter((name) => name !== '')
  const letters = foldToLetters(page.text, 'NFD')
  return names.some(
    (name) =>
      letters.includes(foldToLetters(nameParts(name).core.join(''), 'NFD')) ||
      onSite.some((other) => sameEntity(name, other)),
  )
}

const isConfirmedElsewhere = (
  operator: string,
  entries: readonly Entry[],
  stated: readonly Signal[],
): boolean =>
  entries.some(({ names }) => names.some((name) => sameEntity(name, operator))) ||
  stated.some(
    ({ author, entity }) =>
      (author === 'authority' || author === 'registry') && sameEntity(operator, entity ?? ''),
  )

const LATIN = /\p{Script=Latin}/u

/** VIES gives Bulgarian and Greek names in their own letters, which do not compare with Latin. */
const haveSameScript = (a: string, b: string): boolean => LATIN.test(a) === LATIN.test(b)
