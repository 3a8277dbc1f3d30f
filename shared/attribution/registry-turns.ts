import type { Services } from '../platform/services/index.ts'
import { type Asker, type HostLimits, hostTurns } from './turns.ts'

const SECOND_MS = 1_000
// Tokens come a little more slowly than the limit. Otherwise two requests that take different times
// to arrive could be closer to each other than the server allows.
const MARGIN = 1.1

/** Limits of RDAP and WHOIS servers and of registers of companies. */
export function registryTurns(
  services: Pick<Services, 'env' | 'object' | 'now'>,
  asker: Asker,
): HostLimits {
  const { REGISTRY_REQUESTS_PER_SECOND: perSecond, REGISTRY_REQUESTS_PER_DAY: perDay } =
    services.env
  return hostTurns(services, asker, (server) => ({
    intervalMs: (MARGIN * SECOND_MS) / (perSecond[server] ?? perSecond.default),
    perDay: perDay[server],
  }))
}
