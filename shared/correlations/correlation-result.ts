import { z } from '../platform/http/zod-openapi.ts'
import { isCopyableKind } from './copyable.ts'

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

const Stored = z.object({
  clusters: z.array(
    z.looseObject({ shared_signals: z.array(z.looseObject({ signal: z.string() })) }),
  ),
  pairs: z.array(z.looseObject({ signals: z.array(z.looseObject({ signal: z.string() })) })),
})

const withCopyable = <Signal extends { signal: string }>(signals: readonly Signal[]) =>
  signals.map((one) => ({ copyable: isCopyableKind(one.signal), ...one }))

/**
 * A stored result. If the result is older than the field `copyable`, the field is set by the kind
 * of each value.
 */
export const StoredCorrelationResult = z.preprocess((stored) => {
  const old = Stored.loose().safeParse(stored)
  if (!old.success) return stored
  return {
    ...old.data,
    clusters: old.data.clusters.map((one) => ({
      ...one,
      shared_signals: withCopyable(one.shared_signals),
    })),
    pairs: old.data.pairs.map((one) => ({ ...one, signals: withCopyable(one.signals) })),
  }
}, CorrelationResult)
