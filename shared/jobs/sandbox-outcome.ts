import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'

/** Time that every result of a sandbox domain (test domain) shows, so that the results never change. */
export const SANDBOX_TIME = '2026-01-01T00:00:00.000Z'
export const SANDBOX_ENTITY = 'Test Corporation'

/** Returns the fixed result of an analysis of a sandbox domain (test domain). No external service is called. */
export function sandboxOutcome(label: 'test-corp' | 'test-unknown', domain: string) {
  return {
    status: 'completed' as const,
    result: label === 'test-corp' ? known(domain) : unknown(domain),
    signals: label === 'test-corp' ? knownSignals() : unknownSignals(),
  }
}

function known(domain: string): ScoringResult {
  return {
    domain,
    outcome: 'attributed',
    entity: SANDBOX_ENTITY,
    confidence: 0.95,
    candidates: [
      {
        rank: 1,
        entity: SANDBOX_ENTITY,
        aliases: [],
        entity_type: 'organization',
        confidence: 0.95,
        signal_count: 3,
        rationale: 'The registration, the imprint and the structured data of the site all name Test Corporation.',
      },
    ],
    summary: 'Test Corporation operates this domain. This is a fixed answer of the sandbox.',
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

const knownSignals = () => [
  {
    entity: SANDBOX_ENTITY,
    confidence: 0.95,
    signals: [
      signal(
        'registrant_organization',
        'whois',
        SANDBOX_ENTITY,
        0.4,
        'The registration names Test Corporation as the registrant.',
      ),
      signal(
        'imprint',
        'http_probe',
        `${SANDBOX_ENTITY}, 1 Example Street`,
        0.4,
        'The imprint names Test Corporation.',
      ),
      signal(
        'structured_data',
        'http_probe',
        SANDBOX_ENTITY,
        0.2,
        'The structured data of the home page names Test Corporation.',
      ),
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
