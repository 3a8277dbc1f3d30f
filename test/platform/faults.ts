import { z } from 'zod'

/** How a part is broken. `lost_reply`: the work is done, then the answer is lost; `reset`: the answer breaks off in its body. */
const MODES = ['down', 'slow', 'hang', '500', 'garbage', 'reset', 'lost_reply'] as const

const SLOW_MS_DEFAULT = 2_000
const RESET_MS_DEFAULT = 20
const WAIT_MS_MAX = 600_000

/** The body of POST /faults. `target` is postgres, redis, queue, bucket or a host name; `rate` the share of calls that are hit. */
export const FaultRequest = z.strictObject({
  target: z.string().min(1).max(253),
  mode: z.enum(MODES),
  rate: z.number().gt(0).max(1).default(1),
  ms: z.number().int().min(0).max(WAIT_MS_MAX).optional(),
})

export type Fault = { readonly mode: (typeof MODES)[number]; readonly rate: number; readonly ms: number }

/** What is broken at the moment, by target; the last fault of a target replaces the one before. */
export type Faults = {
  set(request: z.output<typeof FaultRequest>): void
  clear(): void
  /** The fault that hits this call, if one does. */
  strike(target: string): Fault | null
  /** The fault of a target, whether or not it would hit. */
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
