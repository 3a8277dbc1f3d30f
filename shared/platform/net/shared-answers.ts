import { MINUTE_MS } from '../clock.ts'
import type { DnsAnswer } from './dns-answer.ts'

const LIFETIME_MS = 5 * MINUTE_MS
/**
 * Registries and registrars have a few hundred servers with two questions each, and a thousand
 * networks announce most sites.
 */
const ANSWERS_MAX = 2_000

/**
 * DNS responses about hosts and networks that analyses of many domains ask for, such as the RDAP
 * servers of registries. All requests in a Worker isolate share them, and none is older than five
 * minutes. Responses about an analyzed domain never belong here.
 */
export interface SharedAnswers {
  /** Returns the stored response to a question, or null. */
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
