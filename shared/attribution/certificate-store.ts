import { z } from 'zod'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { describeError, log } from '../platform/log.ts'
import { cache } from '../platform/redis.ts'
import type { Services } from '../platform/services/index.ts'
import type { CertificateStore } from './deep-tools.ts'
import { TlsCertificatesEvidence } from './evidence.ts'

/** A larger answer is not stored, because Redis commands have a short time limit. */
const ENTRY_CHARACTERS_MAX = 64 * 1024

const Entry = z.object({ collectedAt: z.iso.datetime(), evidence: TlsCertificatesEvidence })

/** Null when CERTIFICATE_CACHE_HOURS is 0. The functions never throw. */
export function certificateStore(
  services: Pick<Services, 'env' | 'requestId'>,
): CertificateStore | null {
  const { env, requestId } = services
  const seconds = env.CERTIFICATE_CACHE_HOURS * HOUR_SECONDS
  if (seconds === 0) return null
  const keyOf = (domain: string) => `certificates:1:${domain}`
  const failed = (error: unknown): null => {
    log({ event: 'cache.unreachable', request_id: requestId, error: describeError(error) })
    return null
  }
  return {
    async read(domain) {
      const found = await cache(env, requestId).get(keyOf(domain)).catch(failed)
      const entry = Entry.safeParse(found)
      return entry.success ? entry.data : null
    },
    async write(domain, stored) {
      const text = JSON.stringify(stored)
      if (text.length > ENTRY_CHARACTERS_MAX) return
      await cache(env, requestId).set(keyOf(domain), text, { ex: seconds }).catch(failed)
    },
  }
}
