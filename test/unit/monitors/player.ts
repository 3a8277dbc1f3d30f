import type { Kind } from '../../../shared/monitors/kinds.ts'
import { watchedKinds } from '../../../shared/monitors/kinds.ts'
import { type Facts, factsAt, RESOLVERS, type Resolver } from './facts.ts'
import type { RecordedSequence } from './sequences/recorded-sequence.ts'
import { FIRST_READING_AT } from './sites.ts'

const HOUR_MS = 3_600_000
const READINGS_MAX = 20_000

export interface Judgement<State> {
  state: State
  /** All kinds of changes, including kinds that no monitor selects. */
  kinds: readonly Kind[]
  /**
   * Time and resolver of the second reading that must confirm a suspicion. `at` is in milliseconds.
   * Null without a suspicion.
   */
  confirm: { at: number; resolver: Resolver } | null
}

export interface Judge<State> {
  judge(state: State | null, facts: Facts, at: number, resolver: Resolver): Judgement<State>
}

export interface Alert {
  at: number
  kinds: readonly Kind[]
}

export interface Played<State> {
  alerts: Alert[]
  readings: number
  state: State | null
}

export const otherResolver = (resolver: Resolver): Resolver =>
  resolver === RESOLVERS[0] ? RESOLVERS[1] : RESOLVERS[0]

/**
 * Reads the domain at the cadence of the sequence. After a suspicion, `judge` sets the time of the
 * next reading.
 */
export function play<State>(sequence: RecordedSequence, { judge }: Judge<State>): Played<State> {
  const alerts: Alert[] = []
  const lastHour = sequence.days * 24
  let state: State | null = null
  let hour = 0
  let resolver: Resolver = RESOLVERS[0]
  let readings = 0
  let lateHours = sequence.late_hours
  while (hour <= lastHour && readings < READINGS_MAX) {
    const at = FIRST_READING_AT + hour * HOUR_MS
    const facts = factsAt(sequence.first, sequence.episodes, hour, resolver)
    const judged: Judgement<State> = judge(state, facts, at, resolver)
    state = judged.state
    readings += 1
    const kinds = watchedKinds(judged.kinds, sequence.watch)
    if (kinds.length > 0) alerts.push({ at, kinds })
    const scheduledHour = (Math.floor(hour / sequence.cadence_hours) + 1) * sequence.cadence_hours
    if (judged.confirm === null) {
      hour = scheduledHour
      resolver = otherResolver(resolver)
    } else {
      hour = (judged.confirm.at - FIRST_READING_AT) / HOUR_MS + lateHours
      lateHours = 0
      resolver = judged.confirm.resolver
    }
  }
  return { alerts, readings, state }
}
