import { z } from 'zod'
import { HOUR_SECONDS } from '../platform/clock.ts'
import type { Services } from '../platform/services/index.ts'
import { answerStore } from './answer-store.ts'
import { WhoisEvidence } from './evidence.ts'
import type { RegistrationStore } from './registration-tools.ts'

const Entry = z.object({ collectedAt: z.iso.datetime(), evidence: WhoisEvidence })

/** Undefined when REGISTRATION_CACHE_HOURS is 0. The functions never throw. */
export function registrationStore(
  services: Pick<Services, 'env' | 'requestId'>,
): RegistrationStore | undefined {
  const seconds = services.env.REGISTRATION_CACHE_HOURS * HOUR_SECONDS
  if (seconds === 0) return undefined
  const store = answerStore(services, 'registrations:1', Entry)
  return {
    read: store.read,
    write: (domain, stored, isBrief) =>
      store.write(domain, stored, isBrief ? Math.min(HOUR_SECONDS, seconds) : seconds),
  }
}
