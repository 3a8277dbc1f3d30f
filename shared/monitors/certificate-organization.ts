import { logAccess } from '../attribution/certificate-logs.ts'
import { collectCertificates } from '../attribution/collectors/tls-certificates.ts'
import type { Services } from '../platform/services/index.ts'
import type { CheckNetwork } from './read-name.ts'

// Longest wait for permission to ask a certificate log. It is short because the logs allow few
// requests, and analyses have priority.
const PATIENCE_MS = 5_000

/**
 * If one lookup gets no permission to ask a certificate log, the other domains of the batch are not
 * looked up.
 */
export function certificateReader(
  services: Pick<Services, 'env' | 'object' | 'now'>,
): CheckNetwork['organizationOf'] {
  let isBusy = false
  return async (domain, tools) => {
    if (isBusy) return null
    const waitsUntil = services.now().getTime() + PATIENCE_MS
    const access = logAccess(services, { priority: 'ordinary', turn: 'monitors', waitsUntil })
    const asked = await collectCertificates(domain, {
      ...access,
      now: tools.now,
      fetchUpstream: tools.fetchUpstream,
    })
    if (asked.outcome === 'no token') isBusy = true
    if (asked.outcome !== 'answered') return null
    const named = asked.answer.evidence.certificates.filter(
      ({ subject_organization: name }) => name !== null,
    )
    const newest = named.sort((one, other) => other.not_before.localeCompare(one.not_before))[0]
    return newest?.subject_organization ?? null
  }
}
