import { z } from 'zod'

/** The most claims taken from one answer; a model that lists more is cut. */
export const CLAIMS_MAX = 12

/**
 * What a model is asked to answer with. All fields are required and lengths are only said in words, because providers' structured
 * output takes a subset of JSON Schema (OpenAI: "Structured Outputs", supported schemas); the limits are enforced when grounding.
 */
export const ClaimList = z.object({
  claims: z.array(
    z.object({
      entity: z.string().describe('The name exactly as it is spelled in the quote.'),
      role: z
        .enum(['operator', 'parent', 'not_operator'])
        .describe(
          'operator: runs the domain. parent: owns or controls the operator. not_operator: named, but as a supplier, host, registrar, privacy service, customer or former owner.',
        ),
      evidence: z.string().describe('The id of the document that is quoted, such as e3.'),
      quote: z.string().describe('Up to 300 characters copied verbatim from that document, the name included.'),
      reason: z.string().describe('One short sentence.'),
    }),
  ),
})
export type ClaimList = z.infer<typeof ClaimList>
export type Claim = ClaimList['claims'][number]

/** What is asked about a screenshot: what can be read on it, and where. */
export const SightingList = z.object({
  sightings: z.array(
    z.object({
      entity: z.string().describe('A name exactly as it is written on the page.'),
      role: z.enum(['operator', 'parent', 'not_operator']).describe('operator: the page presents itself as theirs.'),
      place: z.enum(['logo', 'heading', 'footer', 'text', 'banner']),
      words: z.string().describe('Up to 300 characters as written around the name.'),
    }),
  ),
})
export type SightingList = z.infer<typeof SightingList>
export type Sighting = SightingList['sightings'][number]
