import { SCREENSHOT_SOURCE } from '../evidence.ts'
import { isNoName } from '../names/stated-names.ts'
import { addressesReader } from '../signals/observed-text.ts'
import { CLAIMS_MAX, type Claim, type Sighting } from './claim.ts'
import { clauseSupports, clausesOf } from './claim-roles.ts'
import type { ReadingDocument } from './evidence-documents.ts'
import { fold, placesOf } from './quote-match.ts'

/** Why a claim was not believed. */
export type Ungrounded =
  | 'unknown_evidence'
  | 'quote_not_there'
  | 'name_not_quoted'
  | 'not_a_name'
  | 'orders_the_reader'
  | 'words_do_not_say_so'
  | 'repeated'
  | 'too_many'

/** A claim that the evidence bears out, with the source of the document in place of its id. */
export type GroundedClaim = Claim

export interface Grounding {
  claims: GroundedClaim[]
  dropped: Ungrounded[]
}

const QUOTE_CHARACTERS = { least: 4, most: 400 }
const ENTITY_CHARACTERS = { least: 2, most: 120 }
const REASON_CHARACTERS_MAX = 200
/** How far around a quote words that order the reader about make it worthless. */
const SURROUNDING_CHARACTERS = 600
const PLACES_MAX = 20
/** Claims looked at; a model that goes on and on is cut here. */
const CLAIMS_READ_MAX = 50

/**
 * Keeps the claims that the shown evidence bears out: the quote is in the cited document, the name is in the quote as whole words, the
 * words around it say what is claimed, and nothing there speaks to the reader. Pure.
 */
export function groundClaims(claims: readonly Claim[], documents: readonly ReadingDocument[]): Grounding {
  const known = new Map(documents.map((document) => [document.id, foldedDocument(document)]))
  const seen = new Set<string>()
  const kept: GroundedClaim[] = []
  const dropped: Ungrounded[] = claims.slice(CLAIMS_READ_MAX).map(() => 'too_many')
  for (const claim of claims.slice(0, CLAIMS_READ_MAX)) {
    const cited = known.get(claim.evidence.trim().toLowerCase())
    const fault = cited === undefined ? 'unknown_evidence' : faultOf(claim, cited)
    const key = `${claim.role} ${fold(claim.entity)}`
    if (fault !== null || cited === undefined) dropped.push(fault ?? 'unknown_evidence')
    else if (seen.has(key)) dropped.push('repeated')
    else if (kept.length >= CLAIMS_MAX) dropped.push('too_many')
    else {
      seen.add(key)
      kept.push({ ...shown(claim), evidence: cited.document.source })
    }
  }
  return { claims: kept, dropped }
}

const shown = (claim: Claim): Claim => ({
  ...claim,
  entity: claim.entity.trim().slice(0, ENTITY_CHARACTERS.most).toWellFormed(),
  quote: claim.quote.trim().slice(0, QUOTE_CHARACTERS.most).toWellFormed(),
  reason: claim.reason.trim().slice(0, REASON_CHARACTERS_MAX).toWellFormed(),
})

const within = (text: string, { least, most }: { least: number; most: number }) =>
  text.length >= least && text.length <= most

interface FoldedDocument {
  document: ReadingDocument
  text: string
  clauses: string[]
}

const foldedDocument = (document: ReadingDocument): FoldedDocument => ({
  document,
  text: fold(document.text),
  clauses: clausesOf(document.text),
})

function faultOf(claim: Claim, { document: { form }, text, clauses }: FoldedDocument): Ungrounded | null {
  const quote = fold(claim.quote)
  const entity = fold(claim.entity)
  if (!within(quote, QUOTE_CHARACTERS)) return 'quote_not_there'
  if (!within(entity, ENTITY_CHARACTERS) || isNoName(claim.entity)) return 'not_a_name'
  const places = placesOf(quote, text, PLACES_MAX)
  if (places.length === 0) return 'quote_not_there'
  if (placesOf(entity, quote, 1).length === 0) return 'name_not_quoted'
  if (addressesReader(claim.quote) || places.every((at) => ordersAround(text, at, quote.length)))
    return 'orders_the_reader'
  const stating = statementsAbout(entity, quote, clauses)
  const supported = stating.some((clause) => clauseSupports(claim.role, clause, entity, form))
  return supported ? null : 'words_do_not_say_so'
}

/** The document's statements that name the entity and are quoted, whole or in part; else those of the quote itself. */
function statementsAbout(entity: string, quote: string, clauses: readonly string[]): string[] {
  const naming = (clause: string) => placesOf(entity, clause, 1).length > 0
  const own = clauses.filter((clause) => naming(clause) && (quote.includes(clause) || clause.includes(quote)))
  return own.length > 0 ? own : clausesOf(quote).filter(naming)
}

function ordersAround(text: string, at: number, length: number): boolean {
  return addressesReader(text.slice(Math.max(0, at - SURROUNDING_CHARACTERS), at + length + SURROUNDING_CHARACTERS))
}

/**
 * Names read off a picture. One that collected text bears out becomes a claim on that text; of the others only the first operator is
 * kept, citing the picture alone, which no reader can check and scoring therefore hardly weighs.
 */
export function groundSightings(sightings: readonly Sighting[], documents: readonly ReadingDocument[]): Grounding {
  const candidates = sightings.slice(0, CLAIMS_READ_MAX)
  const dropped: Ungrounded[] = sightings.slice(CLAIMS_READ_MAX).map(() => 'too_many')
  const claims = new Map<string, GroundedClaim>()
  let alone = 0
  for (const sighting of candidates) {
    const entity = fold(sighting.entity)
    const words = sighting.words.trim() === '' ? sighting.entity : sighting.words
    const key = `${sighting.role} ${entity}`
    if (!within(entity, ENTITY_CHARACTERS) || isNoName(sighting.entity)) dropped.push('not_a_name')
    else if (addressesReader(words)) dropped.push('orders_the_reader')
    else if (placesOf(entity, fold(words), 1).length === 0) dropped.push('name_not_quoted')
    else if (claims.has(key)) dropped.push('repeated')
    else {
      const claim = borneOut(sighting, documents)
      if (claim !== null) claims.set(key, claim)
      else if (sighting.role !== 'operator' || alone > 0) dropped.push('quote_not_there')
      else {
        alone += 1
        claims.set(key, shown({ ...sightingClaim(sighting), evidence: SCREENSHOT_SOURCE, quote: words }))
      }
    }
  }
  return { claims: [...claims.values()].slice(0, CLAIMS_MAX), dropped }
}

const sightingClaim = (sighting: Sighting): Claim => ({
  entity: sighting.entity,
  role: sighting.role,
  evidence: SCREENSHOT_SOURCE,
  quote: sighting.words,
  reason: `It stands in the ${sighting.place} of the page.`,
})

const CONTEXT_CHARACTERS = 120

/** The sighting as a claim on the first document whose words around the name say the same. */
function borneOut(sighting: Sighting, documents: readonly ReadingDocument[]): GroundedClaim | null {
  const entity = fold(sighting.entity)
  for (const document of documents) {
    const folded = foldedDocument(document)
    const { text } = folded
    for (const at of placesOf(entity, text, PLACES_MAX)) {
      const quote = text.slice(Math.max(0, at - CONTEXT_CHARACTERS), at + entity.length + CONTEXT_CHARACTERS).trim()
      const claim = { ...sightingClaim(sighting), evidence: document.id, quote }
      if (faultOf(claim, folded) === null)
        return shown({
          ...claim,
          quote: originalAround(document.text, sighting.entity) ?? quote,
          evidence: document.source,
        })
    }
  }
  return null
}

/** The document's own spelling around the name, where it stands there letter by letter. */
function originalAround(text: string, entity: string): string | null {
  const at = text.indexOf(entity)
  if (at < 0) return null
  return text.slice(Math.max(0, at - CONTEXT_CHARACTERS), at + entity.length + CONTEXT_CHARACTERS).toWellFormed()
}
