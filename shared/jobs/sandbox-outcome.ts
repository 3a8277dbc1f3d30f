import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { SandboxLabel } from '../platform/domain-name.ts'

/** Completion time of all sandbox results. It is fixed, so that the results never change. */
export const SANDBOX_TIME = '2026-01-01T00:00:00.000Z'
export const SANDBOX_ENTITY = 'Test Corporation'

type Named = Extract<SandboxLabel, 'test-corp' | 'test-changing'>
type Signals = ReturnType<typeof unknownSignals | typeof knownSignals>

/**
 * Fixed outcome of a sandbox domain. Only the outcome of test-changing depends on `analysisId`, the
 * id of a job or list.
 */
export function sandboxOutcome(label: SandboxLabel, domain: string, analysisId: string) {
  return { status: 'completed' as const, ...answerOf(label, domain, analysisId) }
}

function answerOf(
  label: SandboxLabel,
  domain: string,
  analysisId: string,
): { result: ScoringResult; signals: Signals } {
  switch (label) {
    case 'test-corp':
    case 'test-changing': {
      const entity = operatorOf(label, analysisId)
      return { result: known(domain, entity), signals: knownSignals(entity) }
    }
    case 'test-unknown':
      return { result: unknown(domain), signals: unknownSignals() }
    case 'test-imitation':
      return { result: imitation(domain), signals: imitationSignals() }
    default:
      return label satisfies never
  }
}

// The operator's name contains this number of characters from the end of an id. They differ between
// the ids of one batch and between requests.
const OWN_CHARACTERS = 16

const operatorOf = (label: Named, analysisId: string): string =>
  label === 'test-corp' ? SANDBOX_ENTITY : `Test Operator ${analysisId.slice(-OWN_CHARACTERS)}`

const FIXED = { collected_at: SANDBOX_TIME, scorer_version: 'sandbox' } as const

function known(domain: string, entity: string): ScoringResult {
  return {
    domain,
    outcome: 'attributed',
    entity,
    confidence: 0.95,
    basis: 'verified',
    warnings: [],
    candidates: [
      {
        rank: 1,
        entity,
        aliases: [],
        entity_type: 'organization',
        confidence: 0.95,
        basis: 'verified',
        signal_count: 3,
        rationale:
          'The registration, the imprint and the structured data of the site ' +
          `all name ${entity}.`,
      },
    ],
    summary: `${entity} operates this domain. This is a fixed answer of the sandbox.`,
    ...FIXED,
  }
}

function unknown(domain: string): ScoringResult {
  return {
    ...unclear(domain, {
      entity: 'Unknown Holdings',
      rationale: 'Only a page title hints at this name.',
    }),
    warnings: [],
    summary: 'No clear operator was found. This is a fixed answer of the sandbox.',
  }
}

function imitation(domain: string): ScoringResult {
  const warning = {
    kind: 'imitates' as const,
    severity: 'high' as const,
    entity: SANDBOX_ENTITY,
    detail:
      `The page imitates ${SANDBOX_ENTITY}, ` +
      `and nothing that ${SANDBOX_ENTITY} controls confirms this domain.`,
  }
  return {
    ...unclear(domain, {
      entity: IMITATOR,
      rationale: 'Only a line at the end of the page shows this name.',
    }),
    warnings: [warning],
    summary:
      `This domain imitates ${SANDBOX_ENTITY}. No clear operator was found. ` +
      'This is a fixed answer of the sandbox.',
  }
}

const IMITATOR = 'Imitation Holdings'

function unclear(domain: string, top: { entity: string; rationale: string }) {
  return {
    domain,
    outcome: 'no_clear_entity' as const,
    entity: null,
    confidence: 0.25,
    basis: null,
    candidates: [
      {
        rank: 1,
        entity: top.entity,
        aliases: [],
        entity_type: 'unknown' as const,
        confidence: 0.25,
        basis: 'stated' as const,
        signal_count: 1,
        rationale: top.rationale,
      },
    ],
    ...FIXED,
  }
}

const signal = (
  name: string,
  collector: string,
  observed: string,
  contribution: number,
  explanation: string,
) => ({
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
      signal(
        'registrant_organization',
        'whois',
        entity,
        0.4,
        `The registration names ${entity} as the registrant.`,
      ),
      signal(
        'imprint',
        'http_probe',
        `${entity}, 1 Example Street`,
        0.4,
        `The imprint names ${entity}.`,
      ),
      signal(
        'structured_data',
        'http_probe',
        entity,
        0.2,
        `The structured data of the home page names ${entity}.`,
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
    signals: [
      signal(
        'page_title',
        'http_probe',
        'Unknown Holdings',
        1,
        'The title of the home page shows this name.',
      ),
    ],
    correlations: [],
  },
]

const imitationSignals = () => [
  {
    entity: IMITATOR,
    confidence: 0.25,
    signals: [
      signal(
        'copyright_holder',
        'http_probe',
        IMITATOR,
        1,
        'A copyright line of the page shows this name.',
      ),
    ],
    correlations: [],
  },
]
