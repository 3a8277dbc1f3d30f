import { z } from 'zod'
import { PublicError } from '../../../shared/platform/http/errors.ts'
import { Basis, JobId, jobResource, WarningKinds } from './analyses.ts'
import { pathOf } from './own-routes.ts'
import { defineTool, READS } from './tool.ts'

const SIGNALS_MAX = 10
// If there are enough supporting signals, at most half of the shown signals contradict the answer.
const CONTRADICTIONS_MAX = 5

/** `explanation` is left out, because this sentence may repeat a text of the analyzed site. */
const Signal = z.object({
  signal: z.string(),
  collector: z.string(),
  observed: z.string(),
  contribution: z.number(),
  stance: z.string(),
})

const Correlation = z.object({ signals: z.array(z.string()), effect: z.string() })

export const ExplainedEntity = z.object({
  entity: z.string(),
  aliases: z.array(z.string()).optional(),
  confidence: z.number(),
  signals: z.array(Signal),
  correlations: z.array(Correlation),
})
type Entity = z.output<typeof ExplainedEntity>

export const explainAttribution = defineTool({
  name: 'explain_attribution',
  description:
    'Why an analysis names its candidates: ten strongest signals, contradictions first. ' +
    'Free. entity limits it to one.',
  input: z.strictObject({ job_id: JobId, entity: z.string().min(1).max(255).optional() }),
  output: z.object({
    job_id: z.string(),
    domain: z.string(),
    basis: Basis,
    warnings: WarningKinds,
    entities: z.array(ExplainedEntity),
  }),
  annotations: READS,
  async run({ routes }, { job_id, entity }) {
    const found = (await routes.get(pathOf`/jobs/${job_id}/signals`)) as Found
    const asked =
      entity === undefined ? found.entities : found.entities.filter((one) => isNamed(one, entity))
    if (entity !== undefined && asked.length === 0) throw noSuchCandidate()
    const entities = withStrongestSignals(asked)
    const more = countSignals(entities) < countSignals(asked)
    const resource = jobResource(job_id)
    return { data: { ...found, entities, ...(more ? { more, resource } : {}) }, resource }
  },
})

interface Found {
  entities: Entity[]
}

const countSignals = (entities: readonly Entity[]) =>
  entities.reduce((sum, { signals }) => sum + signals.length, 0)

function isNamed({ entity, aliases = [] }: Entity, asked: string): boolean {
  const wanted = asked.trim().toLowerCase()
  return [entity, ...aliases].some((name) => name.toLowerCase() === wanted)
}

// Keeps the strongest signals of all candidates. A contribution is a share of the evidence for one
// candidate, so it is multiplied by the confidence of this candidate.
function withStrongestSignals(entities: readonly Entity[]): Entity[] {
  const all = entities.flatMap(({ signals, confidence }) =>
    signals.map((signal) => ({ signal, strength: signal.contribution * confidence })),
  )
  const strongest = all.sort((a, b) => b.strength - a.strength).map(({ signal }) => signal)
  const supports = strongest.filter(({ stance }) => stance === 'supports')
  const contradictions = strongest.filter(({ stance }) => stance !== 'supports')
  const shown = Math.max(CONTRADICTIONS_MAX, SIGNALS_MAX - supports.length)
  const kept = [...contradictions.slice(0, shown), ...supports].slice(0, SIGNALS_MAX)
  return entities.map((entity) => {
    const signals = kept.filter((signal) => entity.signals.includes(signal))
    const names = new Set(signals.map(({ signal }) => signal))
    const correlations = entity.correlations.filter((one) =>
      one.signals.every((name) => names.has(name)),
    )
    return { ...entity, signals, correlations }
  })
}

function noSuchCandidate(): PublicError {
  const message = 'is no candidate of this analysis; leave it out to see all candidates'
  return new PublicError('VALIDATION_ERROR', `entity: ${message}`, {
    details: [{ path: 'entity', message }],
  })
}
