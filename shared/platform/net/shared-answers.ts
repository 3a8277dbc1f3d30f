import { MINUTE_MS } from '../clock.ts'
import type { DnsAnswer } from './dns-answer.ts'

const LIFETIME_MS = 5 * MINUTE_MS
// Highest number of stored answers. It is enough for the servers of registries and registrars (a
// few hundred) and for the networks of most sites (about a thousand).
const ANSWERS_MAX = 2_000

/**
 * DNS answers about hosts that analyses of many domains ask for. All analyses in the isolate share
 * them, so an answer about an analyzed domain must never be kept here.
 */
export interface SharedAnswers {
  find(question: string, now: Date): DnsAnswer | null
  keep(question: string, answer: DnsAnswer, now: Date): void
}

export function createSharedAnswers(): SharedAnswers {
  const kept = new Map<string, { answer: DnsAnswer; until: number }>()
  return {
    find(question, now) {
      const found = kept.get(question)
      return found === undefined || found.until <= now.getTime() ? null : found.answer
    },
    keep(question, answer, now) {
      kept.delete(question)
      kept.set(question, { answer, until: now.getTime() + LIFETIME_MS })
      const oldest = kept.keys().next()
      if (kept.size > ANSWERS_MAX && !oldest.done) kept.delete(oldest.value)
    },
  }
}
