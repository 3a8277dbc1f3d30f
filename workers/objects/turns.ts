import { DurableObject } from 'cloudflare:workers'
import type { TurnTaker } from '../../shared/attribution/turns.ts'
import {
  type Caller,
  type StoredBucket,
  type Token,
  type WaitingBucket,
  waitingBucket,
} from '../../shared/platform/limits/waiting-bucket.ts'

const STATE = 'state'

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Limits the requests to one host, whose name is the name of the object. Pauses and the tokens of a
 * day are stored, because they may last longer than the object stays in memory.
 */
export class TurnsObject extends DurableObject<object> implements TurnTaker {
  #bucket: Promise<WaitingBucket> | null = null

  async takeToken(caller: Caller, waitMsMax: number): Promise<Token> {
    return (await this.#open()).take(caller, waitMsMax)
  }

  async waitMs(caller: Caller): Promise<number> {
    return (await this.#open()).waitMs(caller)
  }

  async pause(milliseconds: number): Promise<void> {
    ;(await this.#open()).pause(milliseconds)
  }

  async refused(retryAfterMs: number | null): Promise<void> {
    ;(await this.#open()).refused(retryAfterMs)
  }

  #open(): Promise<WaitingBucket> {
    // The runtime sends no answer before the state is stored.
    const save = (state: StoredBucket) => void this.ctx.storage.put(STATE, state)
    this.#bucket ??= this.ctx.storage
      .get<StoredBucket>(STATE)
      .then((stored) => waitingBucket({ now: Date.now, wait }, stored, save))
    return this.#bucket
  }
}
