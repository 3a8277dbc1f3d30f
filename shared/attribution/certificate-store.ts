import { z } from 'zod'
import { HOUR_SECONDS } from '../platform/clock.ts'
import type { Services } from '../platform/services/index.ts'
import { answerStore } from './answer-store.ts'
import type { CertificateStore } from './deep-tools.ts'
import { TlsCertificatesEvidence } from './evidence.ts'

const Entry = z.object({ collectedAt: z.iso.datetime(), evidence: TlsCertificatesEvidence })

/** Null when CERTIFICATE_CACHE_HOURS is 0. The functions never throw. */
export function certificateStore(
  services: Pick<Services, 'env' | 'requestId'>,
): CertificateStore | null {
  const seconds = services.env.CERTIFICATE_CACHE_HOURS * HOUR_SECONDS
  if (seconds === 0) return null
  const store = answerStore(services, 'certificates:1', Entry)
  return {
    read: store.read,
    write: (domain, stored) => store.write(domain, stored, seconds),
  }
}
