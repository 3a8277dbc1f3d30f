import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { SandboxLabel } from '../platform/domain-name.ts'

/** Time that every result of a sandbox domain (test domain) shows, so that the results never change. */
export const SANDBOX_TIME = '2026-01-01T00:00:00.000Z'
export const SANDBOX_ENTITY = 'Test Corporation'

/**
 * Returns the result of an analysis of a sandbox domain (test domain), without any external service. Only the operator of test-changing
 * depends on the analysis: each `analysisId`, the id of a job or list, has an operator of its own.
 */
export function sandboxOutcome(label: SandboxLabel, domain: string, analysisId: string) {
  const entity = label === 'test-changing' ? `Test Operator ${analysisId.slice(-OWN_CHARACTERS)}` : SANDBOX_ENTITY
  return {
    status: 'completed' as const,
    result: label === 'test-unknown' ? unknown(domain) : known(domain, entity),
    signals: label === 'test-unknown' ? unknownSignals() : knownSignals(entity),
  }
}

/** Characters of an id that differ between all ids of a batch and of other requests. */
const OWN_CHARACTERS = 16

function known(domain: string, entity: string): ScoringResult {
  return {
    domain,
    outcome: 'attributed',
    entity,
    confidence: 0.95,
    candidates: [
      {
        rank: 1,
        entity,
        aliases: [],
        entity_type: 'organization',
        confidence: 0.95,
        signal_count: 3,
        rationale: `The registration, the imprint and the structured data of the site all name ${entity}.`,
      },
    ],
    summary: `${entity} operates this domain. This is a fixed answer of the sandbox.`,
    collected_at: SANDBOX_TIME,
    scorer_version: 'sandbox',
  }
}

function unknown(domain: string): ScoringResult {
  return {
    domain,
    outcome: 'no_clear_entity',
    entity: null,
    confidence: 0.25,
    candidates: [
      {
        rank: 1,
        entity: 'Unknown Holdings',
        aliases: [],
        entity_type: 'unknown',
        confidence: 0.25,
        signal_count: 1,
        rationale: 'Only a page title hints at this name.',
      },
    ],
    summary: 'No clear operator was found. This is a fixed answer of the sandbox.',
    collected_at: SANDBOX_TIME,
    scorer_version: 'sandbox',
  }
}

const signal = (name: string, collector: string, observed: string, contribution: number, explanation: string) => ({
  signal: name,
  collector,
  observed,
  contribution,
  stance: 'supports' as const,
  explanation,
})

const knownSignals = (entity: string) => [
  {
    entity,
    confidence: 0.95,
    signals: [
      signal('registrant_organization', 'whois', entity, 0.4, `The registration names ${entity} as the registrant.`),
      signal('imprint', 'http_probe', `${entity}, 1 Example Street`, 0.4, `The imprint names ${entity}.`),
      signal('structured_data', 'http_probe', entity, 0.2, `The structured data of the home page names ${entity}.`),
    ],
    correlations: [
      {
        signals: ['registrant_organization', 'imprint'] as [string, string],
        effect: 'reinforces' as const,
        explanation: 'The registration and the imprint name the same operator independently.',
      },
    ],
  },
]

const unknownSignals = () => [
  {
    entity: 'Unknown Holdings',
    confidence: 0.25,
    signals: [signal('page_title', 'http_probe', 'Unknown Holdings', 1, 'The title of the home page shows this name.')],
    correlations: [],
  },
]
