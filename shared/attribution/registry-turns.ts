import type { Caller } from '../platform/limits/waiting-bucket.ts'
import type { Services } from '../platform/services/index.ts'
import type { RegistryLimits } from './registration-tools.ts'
import { type Asker, reportRefusal, takeTurn, turnTaker } from './turns.ts'

const SECOND_MS = 1_000
// Tokens come a little more slowly than the limit. Otherwise two requests that take different times
// to arrive could be closer to each other than the server allows.
const MARGIN = 1.1

/** Limits of RDAP and WHOIS servers, which all analyses and all checks of monitors share. */
export function registryTurns(
  services: Pick<Services, 'env' | 'object' | 'now'>,
  { waitsUntil, ...asker }: Asker,
): RegistryLimits {
  const { REGISTRY_REQUESTS_PER_SECOND: perSecond, REGISTRY_REQUESTS_PER_DAY: perDay } =
    services.env
  const nowMs = () => services.now().getTime()
  const callerAt = (server: string): Caller => ({
    ...asker,
    intervalMs: (MARGIN * SECOND_MS) / (perSecond[server] ?? perSecond.default),
    perDay: perDay[server],
  })
  return {
    async take(server, waitMsMax = Number.MAX_SAFE_INTEGER) {
      const askedAt = nowMs()
      const taker = turnTaker(services, server)
      const mayWaitMs = Math.min(waitMsMax, Math.max(0, waitsUntil - askedAt))
      const token = await takeTurn(server, taker, callerAt(server), mayWaitMs)
      return token.allowed ? { allowed: true, waitedMs: nowMs() - askedAt } : token
    },
    async refused(server, retryAfterMs) {
      const taker = turnTaker(services, server)
      await reportRefusal(server, retryAfterMs, taker.refused(retryAfterMs))
    },
  }
}
