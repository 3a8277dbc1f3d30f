import { Verdict } from '../attribution/answer/verdict.ts'
import { Cluster, CorrelationResult } from '../correlations/correlation-result.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'

const SharedAnalysis = z
  .object({ subject: z.literal('analysis'), ...Verdict.shape })
  .openapi('SharedAnalysis')
export type SharedAnalysis = z.infer<typeof SharedAnalysis>

const SharedGroup = Cluster.pick({
  entity: true,
  confidence: true,
  domains: true,
  shared_signals: true,
}).openapi('SharedGroup')

const SharedCorrelation = z
  .object({
    subject: z.literal('correlation'),
    groups: z.array(SharedGroup).openapi({ description: 'Domains with one operator.' }),
    imitations: CorrelationResult.shape.imitations.unwrap(),
    ungrouped: z.array(z.string()),
    unanalyzed: z.array(z.string()).openapi({ description: 'Domains that could not be analyzed.' }),
    collected_at: Time,
  })
  .openapi('SharedCorrelation')
export type SharedCorrelation = z.infer<typeof SharedCorrelation>

/** Everything that a stranger may read. Names no account and no id. */
export const SharedAnswer = z
  .discriminatedUnion('subject', [SharedAnalysis, SharedCorrelation])
  .openapi('SharedAnswer', {
    example: {
      subject: 'correlation',
      groups: [],
      imitations: [],
      ungrouped: ['example.com', 'example.org'],
      unanalyzed: [],
      collected_at: '2026-11-19T10:00:00.000Z',
    },
  })
export type SharedAnswer = z.infer<typeof SharedAnswer>

export function sharedCorrelation(
  result: CorrelationResult,
  { unanalyzed, completedAt }: { unanalyzed: string[]; completedAt: string },
): SharedCorrelation {
  return {
    subject: 'correlation',
    groups: result.clusters.map(({ entity, confidence, domains, shared_signals }) => ({
      entity,
      confidence,
      domains,
      shared_signals,
    })),
    imitations: result.imitations,
    ungrouped: result.unclustered.filter((domain) => !unanalyzed.includes(domain)),
    unanalyzed,
    collected_at: completedAt,
  }
}
