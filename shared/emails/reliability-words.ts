import { z } from 'zod'
import type { Basis } from '../attribution/basis.ts'
import { BASIS_LABELS, warningLabel } from '../attribution/scoring/answer-words.ts'
import { WARNING_KINDS, type Warning } from '../attribution/scoring/scoring-result.ts'

const lines = z.number().int().nonnegative()

/** Number of lines of a list for each basis of an answer, and for each kind of warning. */
export const ListReliability = z.object({
  verified: lines,
  corroborated: lines,
  stated: lines,
  warnings: z.partialRecord(z.enum(WARNING_KINDS), lines),
})

const shownNumber = (value: number) => value.toLocaleString('en-US')

export function listReliability(list: z.infer<typeof ListReliability>): string[] {
  const bases = (['verified', 'corroborated', 'stated'] as const).map(
    (basis) => `${shownNumber(list[basis])} ${BASIS_LABELS[basis].toLowerCase()}`,
  )
  const warned = WARNING_KINDS.flatMap((kind) => {
    const count = list.warnings[kind] ?? 0
    return count === 0
      ? []
      : [`${warningLabel(kind)} (${shownNumber(count)} ${count === 1 ? 'line' : 'lines'})`]
  })
  return [
    `Named operators: ${bases.join(', ')}.`,
    ...(warned.length === 0 ? [] : [`Warnings: ${warned.join(', ')}.`]),
  ]
}

/** The result is added to the end of a line of text, so it starts with a full stop. */
export function reliabilitySentence({ basis, warnings }: Reliability): string {
  const kinds = (warnings ?? []).map(({ kind }) => warningLabel(kind))
  return [
    ...(basis == null ? [] : [`. Basis: ${BASIS_LABELS[basis].toLowerCase()}`]),
    ...(kinds.length === 0
      ? []
      : [`. ${kinds.length === 1 ? 'Warning' : 'Warnings'}: ${kinds.join(', ')}`]),
  ].join('')
}

interface Reliability {
  basis?: Basis | null | undefined
  warnings?: Warning[] | null | undefined
}
