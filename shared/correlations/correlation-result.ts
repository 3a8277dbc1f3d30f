import { z } from '../platform/http/zod-openapi.ts'

const copyable = z.boolean().openapi({
  description:
    'True if anybody can copy the value from one site to another. Such values alone give a ' +
    'score of at most 0.6 and no operator.',
})

const SharedSignal = z.object({
  signal: z.string(),
  value: z.string(),
  domains: z.array(z.string()),
  copyable,
})

const SummarySource = z.enum(['rule', 'llm']).openapi({
  description:
    'llm: written by a language model from the data of this result. rule: no model is ' +
    'configured, or its text stated something else.',
})

export const Cluster = z
  .object({
    cluster_id: z.string(),
    domains: z.array(z.string()),
    entity: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    shared_signals: z.array(SharedSignal),
    summary: z.string(),
    summary_source: SummarySource,
  })
  .openapi('CorrelationCluster')
export type Cluster = z.infer<typeof Cluster>

export const CorrelationResult = z
  .object({
    clusters: z.array(Cluster),
    unclustered: z.array(z.string()),
    imitations: z
      .array(
        z.object({
          domain: z.string(),
          entity: z.string(),
          of_domains: z
            .array(z.string())
            .openapi({ description: 'Compared domains whose analysis names this operator.' }),
        }),
      )
      // Missing in older results.
      .default([])
      .openapi({
        description:
          'Domains whose analysis has the warning `imitates`, each with the imitated company.',
      }),
    pairs: z.array(
      z.object({
        a: z.string(),
        b: z.string(),
        score: z.number().min(0).max(1),
        signals: z.array(
          z.object({
            signal: z.string(),
            value: z.string(),
            contribution: z.number().min(0).max(1),
            copyable,
          }),
        ),
      }),
    ),
    summary: z.string(),
    summary_source: SummarySource,
  })
  .openapi('CorrelationResult')
export type CorrelationResult = z.infer<typeof CorrelationResult>
