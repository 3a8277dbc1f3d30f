import type { RegistrationTurns } from '../attribution/collectors/registration/look-up-registration.ts'
import type { Clock } from './pace.ts'

/**
 * Pause of a server that refused requests. `refusals` counts the refusals since the server was last
 * asked for an hour without one.
 */
export interface RegistryPause {
  host: string
  paused_until: string
  refusals: number
}

export interface RegistryTurns extends RegistrationTurns {
  /** Returns the pauses that began during this batch. */
  newPauses(): RegistryPause[]
}

const INTERVAL_MS = 1_000
const PAUSE_MS_MIN = 60_000
const PAUSE_MS_MAX = 3_600_000

/**
 * Creates the turns of one batch: one request in a second to each RDAP or WHOIS server, and none to
 * a server that refused requests. The pause is one minute, and doubles with each refusal. The first
 * request waits too, because the batch before may just have asked the server.
 */
export function createRegistryTurns(
  pauses: readonly RegistryPause[],
  { now, wait }: Clock,
): RegistryTurns {
  const startedAt = now().getTime()
  const freeAt = new Map<string, number>()
  const known = new Map(pauses.map((pause) => [pause.host, pause]))
  const begun = new Map<string, RegistryPause>()
  const isPaused = (host: string) =>
    Date.parse(known.get(host)?.paused_until ?? '') > now().getTime()
  return {
    async take(host) {
      if (isPaused(host)) return null
      const askedAt = now().getTime()
      const turn = Math.max(freeAt.get(host) ?? startedAt + INTERVAL_MS, askedAt)
      freeAt.set(host, turn + INTERVAL_MS)
      if (turn > askedAt) await wait(turn - askedAt)
      return isPaused(host) ? null : turn - askedAt
    },
    refused(host) {
      if (isPaused(host)) return
      const refusals = (known.get(host)?.refusals ?? 0) + 1
      const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** Math.min(refusals - 1, 10))
      const pause = {
        host,
        paused_until: new Date(now().getTime() + pauseMs).toISOString(),
        refusals,
      }
      known.set(host, pause)
      begun.set(host, pause)
    },
    newPauses: () => [...begun.values()],
  }
}
