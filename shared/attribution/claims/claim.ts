import { z } from 'zod'

export const CLAIMS_MAX = 12

/**
 * OpenAI supports only a subset of JSON Schema: all fields are required, and a length limit can
 * stand only in a description. So the model may ignore the limits, and grounding.ts checks the
 * lengths.
 */
export const ClaimList = z.object({
  claims: z.array(
    z.object({
      entity: z.string().describe('The name exactly as it is spelled in the quote.'),
      role: z
        .enum(['operator', 'parent', 'not_operator'])
        .describe(
          'operator: runs the domain. parent: owns or controls the operator. not_operator: ' +
            'named, but as a supplier, host, registrar, privacy service, customer or former ' +
            'owner.',
        ),
      evidence: z.string().describe('The id of the document that is quoted, such as e3.'),
      quote: z
        .string()
        .describe('Up to 300 characters copied verbatim from that document, the name included.'),
      reason: z.string().describe('One short sentence.'),
    }),
  ),
})
export type ClaimList = z.infer<typeof ClaimList>
export type Claim = ClaimList['claims'][number]

export const ScreenshotNameList = z.object({
  names: z.array(
    z.object({
      entity: z.string().describe('A name exactly as it is written on the page.'),
      role: z
        .enum(['operator', 'parent', 'not_operator'])
        .describe('operator: the page presents itself as theirs.'),
      place: z.enum(['logo', 'heading', 'footer', 'text', 'banner']),
      words: z.string().describe('Up to 300 characters as written around the name.'),
    }),
  ),
})
export type ScreenshotNameList = z.infer<typeof ScreenshotNameList>
export type ScreenshotName = ScreenshotNameList['names'][number]
