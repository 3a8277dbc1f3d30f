import { z } from 'zod'

/** Stored evidence as the chain needs it; whatever else it says stays in and is part of its digest. */
export const CollectedEvidenceRow = z.looseObject({
  collector: z.string(),
  source: z.string(),
  collected_at: z.string(),
})
export type CollectedEvidenceRow = z.infer<typeof CollectedEvidenceRow>
