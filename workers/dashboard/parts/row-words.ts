import type { Schemas } from '../api/api-client.ts'
import { withVisibleControls } from './texts.ts'

export const NOBODY_NAMED = 'Nobody could be named'

type Job = Schemas['JobListItem']
type Item = Schemas['BulkItem']

/** A row of a list of answers: of jobs, or of a list of domains. */
export interface RowAnswer
  extends Pick<Item, 'domain' | 'status' | 'entity' | 'confidence' | 'basis' | 'warnings'> {
  domain_unicode?: string | null
  error: Item['error']
  depth?: Job['depth']
  progress?: Pick<Job['progress'], 'percent'> | undefined
}

type Kind = 'operator' | 'imitates' | 'nobody' | 'absent' | 'unfinished' | 'failed' | 'refused'

export interface AnswerWords {
  kind: Kind
  /** Words of ours, that stand before `name` or alone. */
  text: string
  /** A name from outside. */
  name: string | null
}

export const isUnfinished = ({ status }: Pick<RowAnswer, 'status'>): boolean =>
  status === 'pending' || status === 'queued' || status === 'running'

/** The operator, or else the words of the state. */
export function answerWords(answer: RowAnswer): AnswerWords {
  const { status, entity, error, warnings, progress } = answer
  switch (status) {
    case 'pending':
    case 'queued':
      return own('unfinished', 'Waiting')
    case 'running': {
      const percent = progress?.percent ?? 0
      return own('unfinished', percent > 0 ? `Running ${percent}%` : 'Running')
    }
    case 'failed':
      return own('failed', `Failed: ${withVisibleControls(error?.message ?? 'no reason is known')}`)
    case 'rejected':
      return own('refused', `Refused: ${withVisibleControls(error?.message ?? 'not a domain')}`)
    case 'stopped':
      return own('refused', 'Stopped before it started, refunded')
    case 'completed':
    case 'partial':
      break
    default:
      return status satisfies never
  }
  if (warnings.some(({ kind }) => kind === 'not_registered')) return own('absent', 'Not registered')
  const imitation = warnings.find(({ kind, entity: imitated }) => kind === 'imitates' && imitated)
  if (entity !== null) return { kind: 'operator', text: '', name: entity }
  if (imitation !== undefined) return { kind: 'imitates', text: 'Imitates', name: imitation.entity }
  return own('nobody', NOBODY_NAMED)
}

const own = (kind: Kind, text: string): AnswerWords => ({ kind, text, name: null })
