import { z } from 'zod'
import { digestOf, NO_DIGEST } from '../platform/crypto/canonical-json.ts'
import { Time } from '../platform/http/fields.ts'
import type { EvidenceEntry } from './certificate.ts'

/** The digest covers all stored fields, so fields of other versions are kept. */
export const CollectedEvidenceRow = z.looseObject({
  collector: z.string(),
  status: z.string(),
  detail: z.string().nullable(),
  source: z.string(),
  collected_at: Time,
  duration_ms: z.number(),
  data: z.record(z.string(), z.unknown()).nullable(),
})
export type CollectedEvidenceRow = z.infer<typeof CollectedEvidenceRow>

export interface EvidenceChain {
  entries: EvidenceEntry[]
  root: string
}

/** The root is the digest of the last entry. */
export async function chainEvidence(
  evidence: readonly CollectedEvidenceRow[],
): Promise<EvidenceChain> {
  const entries: EvidenceEntry[] = []
  let previous = NO_DIGEST
  for (const [index, piece] of evidence.entries()) {
    const entry: EvidenceEntry = {
      seq: index + 1,
      collector: piece.collector,
      source: piece.source,
      collected_at: piece.collected_at,
      digest: await digestOf(piece),
      prev_digest: previous,
    }
    entries.push(entry)
    previous = await digestOf(entry)
  }
  return { entries, root: previous }
}

/** Returns a sentence about the first fault, or null. Does not check the root. */
export async function chainFault(entries: readonly EvidenceEntry[]): Promise<string | null> {
  let previous = NO_DIGEST
  for (const [index, entry] of entries.entries()) {
    if (entry.seq !== index + 1) return `Entry ${index + 1} carries the number ${entry.seq}.`
    if (entry.prev_digest !== previous)
      return `Entry ${entry.seq} does not follow the entry before it.`
    previous = await digestOf(entry)
  }
  return null
}

export async function rootOf(entries: readonly EvidenceEntry[]): Promise<string> {
  const last = entries.at(-1)
  return last === undefined ? NO_DIGEST : digestOf(last)
}
