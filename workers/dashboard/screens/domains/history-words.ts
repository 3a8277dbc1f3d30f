import { counted, percent } from '../../parts/texts.ts'

interface Diff {
  entity: { from: string | null; to: string | null } | null
  registrar: { from: string | null; to: string | null } | null
  nameservers: { added: readonly string[]; removed: readonly string[] } | null
  confidence: { from: number; to: number; delta: number } | null
}

/** `words` is our own text. `name` comes from outside and must be shown as OutsideText. */
export type Words = { words: string } | { name: string }

interface WrittenChange {
  subject: 'operator' | 'registrar' | 'name servers' | 'confidence'
  parts: readonly Words[]
}

const POINTS_PER_UNIT = 100

/** Lists the changes in words. The operator comes first, because readers look for it. */
export function changesOf(diff: Diff | null): WrittenChange[] {
  if (diff === null) return []
  const changes: WrittenChange[] = []
  if (diff.entity !== null)
    changes.push({ subject: 'operator', parts: nameChange('Operator', diff.entity) })
  if (diff.registrar !== null)
    changes.push({ subject: 'registrar', parts: nameChange('Registrar', diff.registrar) })
  if (diff.nameservers !== null)
    changes.push({ subject: 'name servers', parts: hostsChange(diff.nameservers) })
  if (diff.confidence !== null)
    changes.push({ subject: 'confidence', parts: confidenceChange(diff.confidence) })
  return changes
}

function nameChange(
  subject: string,
  { from, to }: { from: string | null; to: string | null },
): Words[] {
  if (from === null) return to === null ? [] : [{ words: `${subject} found: ` }, { name: to }]
  if (to === null) return [{ words: `${subject} no longer known; before it was ` }, { name: from }]
  return [{ words: `${subject} changed from ` }, { name: from }, { words: ' to ' }, { name: to }]
}

function hostsChange({
  added,
  removed,
}: {
  added: readonly string[]
  removed: readonly string[]
}): Words[] {
  const parts: Words[] = []
  if (added.length > 0) parts.push({ words: 'Name servers added: ' }, { name: added.join(', ') })
  if (removed.length > 0)
    parts.push(
      { words: added.length > 0 ? '; removed: ' : 'Name servers removed: ' },
      { name: removed.join(', ') },
    )
  return parts
}

function confidenceChange({
  from,
  to,
  delta,
}: {
  from: number
  to: number
  delta: number
}): Words[] {
  const points = Math.abs(Math.round(delta * POINTS_PER_UNIT))
  const verb = delta > 0 ? 'rose' : 'fell'
  const size = points === 0 ? 'by less than 1 point' : `by ${counted(points, 'point')}`
  return [{ words: `Confidence ${verb} ${size}, from ${percent(from)} to ${percent(to)}` }]
}
