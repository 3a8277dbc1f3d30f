import { z } from 'zod'
import { nullable } from './analyses.ts'
import { type OwnRoutes, pathOf } from './own-routes.ts'

export const CorrelationDetail = z.enum(['clusters', 'full'])
export type CorrelationDetail = z.output<typeof CorrelationDetail>

const SharedSignal = z.object({
  signal: z.string(),
  value: z.string(),
  domains: z.array(z.string()),
  copyable: z.boolean(),
})

/**
 * Summaries are left out. They are sentences that contain operator names from outside, and a
 * language model may have written them.
 */
export const CORRELATION = {
  correlation_id: z.string().optional(),
  unanalyzed: z.array(z.string()).optional(),
  error: nullable(z.object({ code: z.string(), message: z.string() })),
  result: z
    .object({
      clusters: z.array(
        z.object({
          cluster_id: z.string(),
          domains: z.array(z.string()),
          entity: z.string().nullable(),
          confidence: z.number(),
          shared_signals: z.array(SharedSignal),
        }),
      ),
      unclustered: z.array(z.string()),
      pairs: z
        .array(
          z.object({
            a: z.string(),
            b: z.string(),
            score: z.number(),
            signals: z.array(
              z.object({
                signal: z.string(),
                value: z.string(),
                contribution: z.number(),
                copyable: z.boolean(),
              }),
            ),
          }),
        )
        .optional(),
    })
    .optional(),
}

export const correlationResource = (id: string): string => `attribution://correlations/${id}`

export interface ReadCorrelation {
  correlation_id: string
  status: string
  result?: { pairs: unknown }
}

export const readCorrelation = async (routes: OwnRoutes, id: string): Promise<ReadCorrelation> =>
  (await routes.get(pathOf`/correlate/${id}`)) as ReadCorrelation

/**
 * Leaves out the pairs unless all details are wanted. Up to 4,950 pairs would push the clusters out
 * of a model's context.
 */
export function describeCorrelation(
  found: ReadCorrelation,
  detail: CorrelationDetail,
): ReadCorrelation {
  if (detail === 'full' || found.result === undefined) return found
  return { ...found, result: { ...found.result, pairs: undefined } }
}
