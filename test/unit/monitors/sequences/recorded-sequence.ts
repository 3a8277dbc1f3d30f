import { DEFAULT_WATCH, type Kind } from '../../../../shared/monitors/kinds.ts'
import type { Episode, Facts } from '../facts.ts'

export interface RecordedSequence {
  name: string
  first: Facts
  episodes: readonly Episode[]
  /** Days from the first reading to the last one. */
  days: number
  cadence_hours: number
  /**
   * Delay of the second reading after the first suspicion, in hours. The second readings after
   * later suspicions are in time.
   */
  late_hours: number
  watch: readonly Kind[]
  /** Kinds of change in each alert, oldest alert first. */
  expected: readonly (readonly Kind[])[]
}

type Options = Partial<Pick<RecordedSequence, 'days' | 'cadence_hours' | 'late_hours' | 'watch'>>

const DEFAULTS = { days: 10, cadence_hours: 24, late_hours: 0, watch: DEFAULT_WATCH }

export const quiet = (
  name: string,
  first: Facts,
  episodes: readonly Episode[],
  options: Options = {},
): RecordedSequence => ({ ...DEFAULTS, ...options, name, first, episodes, expected: [] })

export const alerting = (
  name: string,
  first: Facts,
  expected: RecordedSequence['expected'],
  episodes: readonly Episode[],
  options: Options = {},
): RecordedSequence => ({ ...DEFAULTS, ...options, name, first, episodes, expected })
