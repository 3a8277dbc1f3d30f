import { z } from 'zod'
import { Verdict } from '../../shared/attribution/answer/verdict.ts'
import type { Specimen } from './landing-page.ts'
import stored from './specimens.json' with { type: 'json' }

const Specimens = z.array(z.object({ story: z.string(), verdict: Verdict }))

let parsed: readonly Specimen[] | undefined

/** Answers that `npm run specimens` has stored. */
export function specimens(): readonly Specimen[] {
  parsed ??= Specimens.parse(stored)
  return parsed
}
