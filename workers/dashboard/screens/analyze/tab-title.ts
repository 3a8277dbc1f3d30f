import type { Schemas } from '../../api/api-client.ts'
import { shortened, withVisibleControls } from '../../parts/texts.ts'

type Job = Pick<
  Schemas['Job'],
  'domain' | 'domain_unicode' | 'status' | 'progress' | 'scoring_result'
>

const NAME_CHARACTERS_MAX = 60

const shown = (text: string) => shortened(withVisibleControls(text), NAME_CHARACTERS_MAX)

/** Says in the tab of the browser how far the analysis is, and at the end who was found. */
export function tabTitle({ domain, domain_unicode: unicode, ...job }: Job): string {
  const name = shown(unicode ?? domain)
  const { status, progress, scoring_result: result } = job
  if (status === 'failed') return `${name}: failed`
  if (result === undefined) return `${progress.percent}% ${name}`
  const { outcome, entity, warnings } = result
  if (outcome === 'attributed' && entity !== null) return `✓ ${name}: ${shown(entity)}`
  const imitated = warnings.find(({ kind }) => kind === 'imitates')?.entity ?? null
  if (imitated !== null) return `✓ ${name}: imitates ${shown(imitated)}`
  const isFree = warnings.some(({ kind }) => kind === 'not_registered')
  return `✓ ${name}: ${isFree ? 'not registered' : 'nobody could be named'}`
}
