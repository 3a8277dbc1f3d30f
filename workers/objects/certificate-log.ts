import { DurableObject } from 'cloudflare:workers'
import type { LogBucket } from '../../shared/attribution/certificate-logs.ts'
import type { Priority } from '../../shared/platform/limits/semaphore.ts'
import {
  type Token,
  type WaitingBucket,
  waitingBucket,
} from '../../shared/platform/limits/waiting-bucket.ts'

const PAUSED_UNTIL = 'pausedUntil'

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Limits the requests to a certificate log. Only a pause is stored, because it may last longer than
 * the object stays in memory.
 */
export class CertificateLogObject extends DurableObject<object> implements LogBucket {
  #bucket: Promise<WaitingBucket> | null = null

  async takeToken(priority: Priority, waitMsMax: number, intervalMs: number): Promise<Token> {
    return (await this.#open()).take(priority, waitMsMax, intervalMs)
  }

  async waitMs(priority: Priority, intervalMs: number): Promise<number> {
    return (await this.#open()).waitMs(priority, intervalMs)
  }

  async pause(milliseconds: number): Promise<void> {
    const bucket = await this.#open()
    await this.ctx.storage.put(PAUSED_UNTIL, bucket.pause(milliseconds))
  }

  #open(): Promise<WaitingBucket> {
    this.#bucket ??= this.ctx.storage
      .get<number>(PAUSED_UNTIL)
      .then((pausedUntil) => waitingBucket({ now: Date.now, wait }, pausedUntil))
    return this.#bucket
  }
}
