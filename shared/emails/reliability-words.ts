import { z } from 'zod'
import { warningTitle } from '../attribution/answer/verdict.ts'
import type { Basis } from '../attribution/basis.ts'
import { BASIS_LABELS } from '../attribution/scoring/answer-words.ts'
import { WARNING_KINDS } from '../attribution/scoring/scoring-result.ts'

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
      : [
          `${warningTitle({ kind, entity: null })} (${shownNumber(count)} ${count === 1 ? 'line' : 'lines'})`,
        ]
  })
  return [
    `Named operators: ${bases.join(', ')}.`,
    ...(warned.length === 0 ? [] : [`Warnings: ${warned.join(', ')}.`]),
  ]
}

/** "Basis: stated by the site only" */
export const basisText = (basis: Basis): string => `Basis: ${BASIS_LABELS[basis].toLowerCase()}`
