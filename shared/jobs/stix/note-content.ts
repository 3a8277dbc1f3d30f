import { percentText } from '../../attribution/answer/verdict.ts'
import { boundedLine } from './stix-object.ts'
import type { PieceOf, StixAnalysis } from './stored-analysis.ts'

const CONTENT_CHARACTERS_MAX = 20_000
const SENTENCE_CHARACTERS_MAX = 600
const QUOTE_CHARACTERS_MAX = 300
const NAME_CHARACTERS_MAX = 255
const LISTED_MAX = 20

/** The strongest signals come first; those beyond CONTENT_CHARACTERS_MAX are left out. */
export function noteContent({ result, signals, evidence }: StixAnalysis): string {
  const registration = evidence.find((piece) => piece.collector === 'whois')
  const end = registration === undefined ? [] : registrationLines(registration)
  const lines = [boundedLine(result.summary, SENTENCE_CHARACTERS_MAX)]
  let left = CONTENT_CHARACTERS_MAX - [...lines, ...end].join('\n').length
  for (const line of signals.flatMap(signalLines)) {
    left -= line.length + 1
    if (left < 0) break
    lines.push(line)
  }
  return [...lines, ...end].join('\n')
}

function signalLines({ entity, confidence, signals }: StixAnalysis['signals'][number]): string[] {
  const ofStance = (wanted: 'supports' | 'contradicts') =>
    signals.filter(({ stance }) => stance === wanted).slice(0, LISTED_MAX)
  return [
    `${boundedLine(entity, NAME_CHARACTERS_MAX)} (${percentText(confidence)})`,
    ...[...ofStance('supports'), ...ofStance('contradicts')].map((signal) => {
      const quote = boundedLine(signal.observed, QUOTE_CHARACTERS_MAX)
      const explanation = boundedLine(signal.explanation, SENTENCE_CHARACTERS_MAX)
      const mark = signal.stance === 'supports' ? '+' : '-'
      const source = `${signal.collector}, ${percentText(signal.contribution)}`
      return `${mark} ${signal.signal} (${source}): "${quote}". ${explanation}`
    }),
  ]
}

function registrationLines({ data }: PieceOf<'whois'>): string[] {
  if (data === null || data.record.outcome !== 'registered') return []
  const {
    registrant,
    registrar,
    privacy,
    created_at: created,
    expires_at: expires,
    statuses,
    source,
  } = data.record
  const facts = [
    ['registrar', registrar.name],
    ['registrant', registrant.organization ?? registrant.name],
    ['country', registrant.country],
    ['privacy', privacy === 'none' ? null : privacy],
    ['created', created],
    ['expires', expires],
    ['statuses', statuses.length === 0 ? null : statuses.slice(0, LISTED_MAX).join(', ')],
  ].flatMap(([name, value]) =>
    value == null ? [] : [`${name} ${boundedLine(value, QUOTE_CHARACTERS_MAX)}`],
  )
  const domain = boundedLine(data.registrable_domain, NAME_CHARACTERS_MAX)
  return facts.length === 0 ? [] : [`Registration of ${domain} (${source}): ${facts.join('; ')}`]
}
