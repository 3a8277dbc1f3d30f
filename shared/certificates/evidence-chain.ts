import { z } from 'zod'
import { digestOf, NO_DIGEST } from './canonical-json.ts'
import type { EvidenceEntry } from './certificate.ts'

/** Stored evidence as the chain needs it; whatever else it says stays in and is part of its digest. */
export const CollectedEvidenceRow = z.looseObject({
  collector: z.string(),
  source: z.string(),
  collected_at: z.string(),
})
export type CollectedEvidenceRow = z.infer<typeof CollectedEvidenceRow>

export interface EvidenceChain {
  entries: EvidenceEntry[]
  root: string
}

/** Chains evidence in the order in which it is stored: each entry carries the digest of the one before, the root that of the last. */
export async function chainEvidence(evidence: readonly CollectedEvidenceRow[]): Promise<EvidenceChain> {
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

/** Why entries are no unbroken chain, in one sentence; null when they are. The root is judged apart. */
export async function chainFault(entries: readonly EvidenceEntry[]): Promise<string | null> {
  let previous = NO_DIGEST
  for (const [index, entry] of entries.entries()) {
    if (entry.seq !== index + 1) return `Entry ${index + 1} carries the number ${entry.seq}.`
    if (entry.prev_digest !== previous) return `Entry ${entry.seq} does not follow the entry before it.`
    previous = await digestOf(entry)
  }
  return null
}

/** The root that entries have. */
export async function rootOf(entries: readonly EvidenceEntry[]): Promise<string> {
  const last = entries.at(-1)
  return last === undefined ? NO_DIGEST : digestOf(last)
}
