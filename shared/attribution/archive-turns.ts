import { MINUTE_MS } from '../platform/clock.ts'
import type { Services } from '../platform/services/index.ts'
import { type Asker, type HostLimits, hostTurns } from './turns.ts'

// A client that goes on for a minute after status 429 is blocked for an hour
// (https://github.com/edgi-govdata-archiving/wayback/issues/137).
const REFUSED_MS_MIN = MINUTE_MS

/** Limits of the hosts of web archives, which all analyses share. Null if they are not asked. */
export function archiveTurns(
  services: Pick<Services, 'env' | 'object' | 'now'>,
  asker: Asker,
): HostLimits | null {
  const { ARCHIVE_REQUESTS_PER_MINUTE: perMinute } = services.env
  if (perMinute === 0) return null
  const limit = { intervalMs: MINUTE_MS / perMinute }
  return hostTurns(services, asker, () => limit, REFUSED_MS_MIN)
}
