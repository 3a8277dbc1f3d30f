import type { Figures } from './measure.ts'

/**
 * Figures of the cross-validation that a fit with reports must not make worse, each with its better
 * direction.
 */
export const GUARD_FIGURES = {
  accuracy: 'higher',
  answered: 'higher',
  wrong: 'lower',
  harmful: 'lower',
  abstention: 'higher',
  brier: 'lower',
  ece: 'lower',
} as const satisfies Partial<Record<keyof Figures, 'higher' | 'lower'>>
export type GuardFigure = keyof typeof GUARD_FIGURES

export const GUARD_NAMES = Object.keys(GUARD_FIGURES) as GuardFigure[]

/** Figures are compared with the number of decimals with which they are printed. */
const DECIMALS = 4

export interface Worsened {
  figure: GuardFigure
  before: number
  after: number
}

/**
 * Returns the guard figures that are worse after than before. An empty list means that the fit may
 * be written.
 */
export function worsened(before: Figures, after: Figures): Worsened[] {
  return GUARD_NAMES.filter((figure) => {
    const change =
      Number(after[figure].toFixed(DECIMALS)) - Number(before[figure].toFixed(DECIMALS))
    return GUARD_FIGURES[figure] === 'higher' ? change < 0 : change > 0
  }).map((figure) => ({ figure, before: before[figure], after: after[figure] }))
}

/** Returns a line of all guard figures, in the order of GUARD_FIGURES. */
export const figureLine = (title: string, figures: Figures): string =>
  `  ${title.padEnd(34)} ${GUARD_NAMES.map((name) => figures[name].toFixed(DECIMALS).padStart(10)).join(' ')}`

/**
 * Returns a line with the changes of the guard figures, where a figure without a change is a dot.
 */
export const changeLine = (title: string, before: Figures, after: Figures): string =>
  `  ${title.padEnd(34)} ${GUARD_NAMES.map((name) => signed(after[name] - before[name]).padStart(10)).join(' ')}`

export const headLine = (): string =>
  `  ${''.padEnd(34)} ${GUARD_NAMES.map((name) => name.padStart(10)).join(' ')}`

function signed(change: number): string {
  const text = change.toFixed(DECIMALS)
  return Number(text) === 0 ? '·' : change > 0 ? `+${text}` : text
}
