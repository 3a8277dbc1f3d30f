import { SCREENSHOT_SOURCE } from '../evidence.ts'
import { isNoName } from '../names/stated-names.ts'
import { containsInstructions } from '../signals/observed-text.ts'
import { CLAIMS_MAX, type Claim, type ScreenshotName } from './claim.ts'
import { clauseSupports, splitClauses } from './claim-roles.ts'
import type { EvidenceDocument } from './evidence-documents.ts'
import { findWords, fold } from './quote-match.ts'

export type Ungrounded =
  | 'unknown_evidence'
  | 'quote_not_there'
  | 'name_not_quoted'
  | 'not_a_name'
  | 'orders_the_reader'
  | 'words_do_not_say_so'
  | 'repeated'
  | 'too_many'

/** `evidence` is the origin of the quoted text, for example a URL, not the document's id. */
export type GroundedClaim = Claim

export interface Grounding {
  claims: GroundedClaim[]
  dropped: Ungrounded[]
}

const QUOTE_CHARACTERS = { least: 4, most: 400 }
const ENTITY_CHARACTERS = { least: 2, most: 120 }
const REASON_CHARACTERS_MAX = 200
// Characters before and after a quote that are searched for instructions to a model. A quote near
// such instructions is rejected, because an attacker may have written it.
const SURROUNDING_CHARACTERS = 600
const OFFSETS_MAX = 20
const CLAIMS_READ_MAX = 50

/**
 * Keeps a claim if the cited document contains the quote, the quote contains the name, and words
 * near the name confirm the role.
 */
export function groundClaims(
  claims: readonly Claim[],
  documents: readonly EvidenceDocument[],
): Grounding {
  const known = new Map(documents.map((document) => [document.id, foldedDocument(document)]))
  const seen = new Set<string>()
  const kept: GroundedClaim[] = []
  const dropped: Ungrounded[] = claims.slice(CLAIMS_READ_MAX).map(() => 'too_many')
  for (const claim of claims.slice(0, CLAIMS_READ_MAX)) {
    const cited = known.get(claim.evidence.trim().toLowerCase())
    const fault = cited === undefined ? 'unknown_evidence' : findFault(claim, cited)
    const key = `${claim.role} ${fold(claim.entity)}`
    if (fault !== null || cited === undefined) dropped.push(fault ?? 'unknown_evidence')
    else if (seen.has(key)) dropped.push('repeated')
    else if (kept.length >= CLAIMS_MAX) dropped.push('too_many')
    else {
      seen.add(key)
      kept.push({ ...trimmedClaim(claim), evidence: cited.document.source })
    }
  }
  return { claims: kept, dropped }
}

const trimmedClaim = (claim: Claim): Claim => ({
  ...claim,
  entity: claim.entity.trim().slice(0, ENTITY_CHARACTERS.most).toWellFormed(),
  quote: claim.quote.trim().slice(0, QUOTE_CHARACTERS.most).toWellFormed(),
  reason: claim.reason.trim().slice(0, REASON_CHARACTERS_MAX).toWellFormed(),
})

const within = (text: string, { least, most }: { least: number; most: number }) =>
  text.length >= least && text.length <= most

interface FoldedDocument {
  document: EvidenceDocument
  text: string
  clauses: string[]
}

const foldedDocument = (document: EvidenceDocument): FoldedDocument => ({
  document,
  text: fold(document.text),
  clauses: splitClauses(document.text),
})

function findFault(
  claim: Claim,
  { document: { form }, text, clauses }: FoldedDocument,
): Ungrounded | null {
  const quote = fold(claim.quote)
  const entity = fold(claim.entity)
  if (!within(quote, QUOTE_CHARACTERS)) return 'quote_not_there'
  if (!within(entity, ENTITY_CHARACTERS) || isNoName(claim.entity)) return 'not_a_name'
  const offsets = findWords(quote, text, OFFSETS_MAX)
  if (offsets.length === 0) return 'quote_not_there'
  if (findWords(entity, quote, 1).length === 0) return 'name_not_quoted'
  const orders = offsets.every((at) =>
    containsInstructions(textAround(text, at, quote.length, SURROUNDING_CHARACTERS)),
  )
  if (orders || containsInstructions(claim.quote)) return 'orders_the_reader'
  const stating = statementsAbout(entity, quote, clauses)
  const supported = stating.some((clause) => clauseSupports(claim.role, clause, entity, form))
  return supported ? null : 'words_do_not_say_so'
}

function statementsAbout(entity: string, quote: string, clauses: readonly string[]): string[] {
  const naming = (clause: string) => findWords(entity, clause, 1).length > 0
  const own = clauses.filter(
    (clause) => naming(clause) && (quote.includes(clause) || clause.includes(quote)),
  )
  return own.length > 0 ? own : splitClauses(quote).filter(naming)
}

const textAround = (text: string, at: number, length: number, margin: number): string =>
  text.slice(Math.max(0, at - margin), at + length + margin)

/**
 * Checks the names that a model read on a screenshot. A name that the collected texts also contain
 * is kept with a quote from them. A name that only the screenshot shows cannot be checked. Of such
 * names, only the first one with the role `operator` is kept.
 */
export function groundScreenshotNames(
  seen: readonly ScreenshotName[],
  documents: readonly EvidenceDocument[],
): Grounding {
  const candidates = seen.slice(0, CLAIMS_READ_MAX)
  const dropped: Ungrounded[] = seen.slice(CLAIMS_READ_MAX).map(() => 'too_many')
  const claims = new Map<string, GroundedClaim>()
  let alone = 0
  for (const name of candidates) {
    const entity = fold(name.entity)
    const words = name.words.trim() === '' ? name.entity : name.words
    const key = `${name.role} ${entity}`
    if (!within(entity, ENTITY_CHARACTERS) || isNoName(name.entity)) dropped.push('not_a_name')
    else if (containsInstructions(words)) dropped.push('orders_the_reader')
    else if (findWords(entity, fold(words), 1).length === 0) dropped.push('name_not_quoted')
    else if (claims.has(key)) dropped.push('repeated')
    else {
      const claim = findSupport(name, documents)
      if (claim !== null) claims.set(key, claim)
      else if (name.role !== 'operator' || alone > 0) dropped.push('quote_not_there')
      else {
        alone += 1
        claims.set(
          key,
          trimmedClaim({ ...screenshotClaim(name), evidence: SCREENSHOT_SOURCE, quote: words }),
        )
      }
    }
  }
  return { claims: [...claims.values()].slice(0, CLAIMS_MAX), dropped }
}

const screenshotClaim = (name: ScreenshotName): Claim => ({
  entity: name.entity,
  role: name.role,
  evidence: SCREENSHOT_SOURCE,
  quote: name.words,
  reason: `The name is in the ${name.place} of the page.`,
})

const CONTEXT_CHARACTERS = 120

function findSupport(
  name: ScreenshotName,
  documents: readonly EvidenceDocument[],
): GroundedClaim | null {
  const entity = fold(name.entity)
  for (const document of documents) {
    const folded = foldedDocument(document)
    const { text } = folded
    for (const at of findWords(entity, text, OFFSETS_MAX)) {
      const quote = textAround(text, at, entity.length, CONTEXT_CHARACTERS).trim()
      const claim = { ...screenshotClaim(name), evidence: document.id, quote }
      if (findFault(claim, folded) === null)
        return trimmedClaim({
          ...claim,
          quote: originalAround(document.text, name.entity) ?? quote,
          evidence: document.source,
        })
    }
  }
  return null
}

function originalAround(text: string, entity: string): string | null {
  const at = text.indexOf(entity)
  return at < 0 ? null : textAround(text, at, entity.length, CONTEXT_CHARACTERS).toWellFormed()
}
