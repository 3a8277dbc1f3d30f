import { DurableObject } from 'cloudflare:workers'
import type { LogPacer } from '../../shared/attribution/certificate-logs.ts'
import { createTurns, type Lane, type Turn, type Turns } from '../../shared/platform/net/turns.ts'

const PAUSED_UNTIL = 'pausedUntil'

/**
 * Durable Object of one search service for certificate logs. It gives turns to the requests of all
 * jobs, so that together they keep to the pace of the service. Only a pause is stored, because a
 * pause may last longer than the object stays in memory.
 */
export class CertificateLogObject extends DurableObject<object> implements LogPacer {
  #turns: Promise<Turns> | null = null

  async takeTurn(lane: Lane, patienceMs: number, intervalMs: number): Promise<Turn> {
    return (await this.#open()).take(lane, patienceMs, intervalMs)
  }

  async waitMs(lane: Lane, intervalMs: number): Promise<number> {
    return (await this.#open()).waitMs(lane, intervalMs)
  }

  async refused(pauseMs: number): Promise<void> {
    const turns = await this.#open()
    await this.ctx.storage.put(PAUSED_UNTIL, turns.refused(pauseMs))
  }

  #open(): Promise<Turns> {
    this.#turns ??= this.ctx.storage
      .get<number>(PAUSED_UNTIL)
      .then((pausedUntil) =>
        createTurns({ now: Date.now, after: (ms, task) => void setTimeout(task, ms) }, pausedUntil),
      )
    return this.#turns
  }
}
