import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { FoundKey } from './identity-keys.ts'
import type { Identity } from './queries.ts'

/** Supabase tokens are 1 to 2 kB; what is longer is not worth parsing. */
const TOKEN_CHARACTERS_MAX = 8_192
/** How far the clocks of provider and service may differ. */
const CLOCK_SKEW_SECONDS = 60
const AUDIENCE = 'authenticated'
const NAME_CHARACTERS_MAX = 200

const Claims = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x21-\x7e]+$/),
  iat: z.number().min(0),
  email: z.string().max(320).nullish(),
  is_anonymous: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
})

export type Verified =
  | { ok: true; identity: Identity }
  /** `because` is for the log only. */
  | { ok: false; refusal: 'invalid' | 'unavailable'; because: string }

const invalid = (because: string): Verified => ({ ok: false, refusal: 'invalid', because })

/**
 * Checks an access token (RFC 7519, RFC 8725): compact JWS, its key named by kid and found by `findKey`, the algorithm fixed by that key
 * and never by the token, then issuer, audience, expiry, not-before and issue time with 60 s of skew. Keys and addresses inside the
 * token (jwk, jku, x5u) are never looked at.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, now, findKey }: { issuer: string; now: Date; findKey(kid: string): Promise<FoundKey> },
): Promise<Verified> {
  if (token.length > TOKEN_CHARACTERS_MAX) return invalid('too long')
  const kid = kidOf(token)
  if (kid === null) return invalid('no header with a kid')
  const found = await findKey(kid)
  if (found === 'unknown') return invalid('unknown key')
  if (found === 'unavailable') return { ok: false, refusal: 'unavailable', because: 'the keys are out of reach' }
  try {
    const { payload } = await jwtVerify(token, found.key, {
      algorithms: [found.algorithm],
      issuer,
      audience: AUDIENCE,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    return identityOf(payload, now)
  } catch (error) {
    return invalid(error instanceof errors.JOSEError ? error.code : 'unreadable')
  }
}

function kidOf(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token)
    return typeof kid === 'string' && kid !== '' ? kid : null
  } catch {
    return null
  }
}

function identityOf(payload: unknown, now: Date): Verified {
  const claims = Claims.safeParse(payload)
  if (!claims.success) return invalid('claims')
  const { sub, iat, email, is_anonymous: isAnonymous, user_metadata: metadata } = claims.data
  if (iat > now.getTime() / 1_000 + CLOCK_SKEW_SECONDS) return invalid('issued in the future')
  // An anonymous sign-in proves nobody: anyone may have as many as they like.
  if (isAnonymous === true) return invalid('anonymous')
  const address = email ?? ''
  return {
    ok: true,
    identity: {
      subject: sub,
      email: address.includes('@') && isStorable(address) ? address : null,
      name: nameOf(metadata ?? {}),
      issuedAt: iat,
    },
  }
}

/** The name that a person gave at the provider, if any; the metadata is theirs to write, so it is cut and checked. */
function nameOf(metadata: Record<string, unknown>): string | null {
  const given = [metadata.full_name, metadata.name].find((value) => typeof value === 'string' && value.trim() !== '')
  if (typeof given !== 'string') return null
  const name = Array.from(given.trim()).slice(0, NAME_CHARACTERS_MAX).join('')
  return isStorable(name) ? name : null
}

/** Text that Postgres takes and a person can read: no control characters, no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}
