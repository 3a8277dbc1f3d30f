import { z } from 'zod'

/**
 * Kinds of simulated faults. With `lost_reply`, the call takes effect, but the Worker gets no
 * reply. With `reset`, the connection breaks in the middle of the response body.
 */
const MODES = ['down', 'slow', 'hang', '500', 'garbage', 'reset', 'lost_reply'] as const

const SLOW_MS_DEFAULT = 2_000
const RESET_MS_DEFAULT = 20
const WAIT_MS_MAX = 600_000

/**
 * `target` is postgres, redis, queue, bucket, tcp or a host name. `rate` is the probability that
 * the fault affects a call: above 0 and at most 1.
 */
export const FaultRequest = z.strictObject({
  target: z.string().min(1).max(253),
  mode: z.enum(MODES),
  rate: z.number().gt(0).max(1).default(1),
  ms: z.number().int().min(0).max(WAIT_MS_MAX).optional(),
})

export type Fault = {
  readonly mode: (typeof MODES)[number]
  readonly rate: number
  readonly ms: number
}

export type Faults = {
  set(request: z.output<typeof FaultRequest>): void
  clear(): void
  /**
   * Returns the fault that this call suffers, or null. A fault with a rate below 1 is returned at
   * random.
   */
  strike(target: string): Fault | null
  /** Returns the fault that is set for the target, whatever its rate. Null if none is set. */
  of(target: string): Fault | null
}

export function createFaults(random: () => number): Faults {
  const faults = new Map<string, Fault>()
  return {
    set({ target, mode, rate, ms }) {
      faults.set(target.toLowerCase(), {
        mode,
        rate,
        ms: ms ?? (mode === 'reset' ? RESET_MS_DEFAULT : SLOW_MS_DEFAULT),
      })
    },
    clear: () => faults.clear(),
    strike(target) {
      const fault = faults.get(target)
      return fault !== undefined && random() < fault.rate ? fault : null
    },
    of: (target) => faults.get(target) ?? null,
  }
}
