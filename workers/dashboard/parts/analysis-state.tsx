import type { Schemas } from '../api/api-client.ts'
import { Badge } from './badge.tsx'
import { OutsideText } from './outside-text.tsx'
import { NOBODY_NAMED } from './row-words.ts'

type Analysis = Pick<
  Schemas['JobListItem'],
  'status' | 'progress' | 'error' | 'entity' | 'warnings' | 'confidence'
>

const NAME_CHARACTERS_SHOWN = 80
const REASON_CHARACTERS_SHOWN = 120

/** Operator of an analysis, or the reason why it names none. */
export function OperatorOrState({ analysis }: { analysis: Analysis }) {
  const { entity, status, error, warnings } = analysis
  if (entity !== null) return <OutsideText text={entity} max={NAME_CHARACTERS_SHOWN} />
  if (status === 'failed')
    return (
      <span class="text-muted">
        Not charged.{' '}
        {error !== null && <OutsideText text={error.message} max={REASON_CHARACTERS_SHOWN} />}
      </span>
    )
  if (status === 'queued' || status === 'running')
    return <span class="text-muted">No answer yet</span>
  const isFree = warnings.some(({ kind }) => kind === 'not_registered')
  return <span class="text-muted">{isFree ? 'Not registered' : NOBODY_NAMED}</span>
}

/** A completed analysis needs no word, because its answer is shown. */
export function StateWords({ analysis: { status, progress } }: { analysis: Analysis }) {
  if (status === 'failed') return <Badge tone="bad">failed</Badge>
  if (status === 'partial') return <Badge tone="warn">partial</Badge>
  if (status === 'queued') return <Badge>queued</Badge>
  if (status === 'running') return <Badge tone="accent">running {progress.percent}%</Badge>
  return null
}
