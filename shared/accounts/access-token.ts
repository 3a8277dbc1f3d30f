import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { utf8 } from '../platform/crypto/encodings.ts'
import type { FoundKey } from './identity-keys.ts'
import type { Identity } from './queries.ts'

const TOKEN_CHARACTERS_MAX = 8_192
const CLOCK_SKEW_SECONDS = 60
const AUDIENCE = 'authenticated'
const NAME_CHARACTERS_MAX = 200
// The algorithm of Supabase projects that have no asymmetric signing key (Supabase documentation,
// page JWT Signing Keys).
const SHARED_SECRET_ALGORITHM = 'HS256'

const Claims = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x21-\x7e]+$/),
  iat: z.number().min(0),
  email: z.string().max(320).nullish(),
  email_verified: z.boolean().nullish(),
  is_anonymous: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
})

export type Verified =
  | { ok: true; identity: Identity }
  /** `because` describes the reason for the log and is never sent to the client. */
  | { ok: false; refusal: 'invalid' | 'unavailable'; because: string }

const invalid = (because: string): Verified => ({ ok: false, refusal: 'invalid', because })

export interface TokenRules {
  issuer: string
  now: Date
  findKey(kid: string): Promise<FoundKey>
  /** Secret for tokens with HS256. If it is missing, every HS256 token is refused. */
  sharedSecret: string | undefined
}

/**
 * Checks signature, issuer, audience and times of a token (JWT: RFC 7519, RFC 8725). The clocks may
 * differ by 60 s. Each key has only one algorithm. Without this rule, an attacker could use a
 * public key as the secret of HS256. Keys and key URLs inside the token (jwk, jku, x5u) are
 * ignored, because an attacker can choose them.
 */
export async function verifyAccessToken(token: string, rules: TokenRules): Promise<Verified> {
  if (token.length > TOKEN_CHARACTERS_MAX) return invalid('too long')
  const { issuer, now } = rules
  const found = await keyOf(token, rules)
  if ('ok' in found) return found
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

type TokenKey = { algorithm: string; key: CryptoKey | Uint8Array }

async function keyOf(
  token: string,
  { findKey, sharedSecret }: TokenRules,
): Promise<TokenKey | Verified> {
  const { alg, kid } = headerOf(token)
  if (alg === SHARED_SECRET_ALGORITHM) {
    if (sharedSecret === undefined)
      return invalid('signed with HS256, but IDP_JWT_SECRET is not set')
    return { algorithm: SHARED_SECRET_ALGORITHM, key: utf8(sharedSecret) }
  }
  if (kid === undefined || kid === '') return invalid('no header with a kid')
  const found = await findKey(kid)
  if (found === 'unknown') return invalid('unknown key')
  if (found === 'unavailable')
    return { ok: false, refusal: 'unavailable', because: 'the keys are unreachable' }
  return found
}

const Header = z.object({ alg: z.string().optional(), kid: z.string().optional() })

function headerOf(token: string): z.infer<typeof Header> {
  try {
    return Header.safeParse(decodeProtectedHeader(token)).data ?? {}
  } catch {
    return {}
  }
}

function identityOf(payload: unknown, now: Date): Verified {
  const claims = Claims.safeParse(payload)
  if (!claims.success) return invalid('claims')
  const {
    sub,
    iat,
    email,
    email_verified: isVerified,
    is_anonymous: isAnonymous,
    user_metadata: metadata,
  } = claims.data
  if (iat > now.getTime() / 1_000 + CLOCK_SKEW_SECONDS) return invalid('issued in the future')
  // Tokens of anonymous users are refused: anybody can create any number of anonymous users, and
  // each of them would get a free quota.
  if (isAnonymous === true) return invalid('anonymous')
  // The holder of a token with an unverified address may not own the mailbox. So the token must not
  // take the address from another account. Supabase writes `email_verified` in user_metadata, other
  // identity providers at the top level (OpenID Connect).
  const isUnverified = isVerified === false || metadata?.email_verified === false
  const address = isUnverified ? '' : (email ?? '')
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

// The user's name from the token. Users can write any metadata into their tokens, so the name is
// checked and shortened.
function nameOf(metadata: Record<string, unknown>): string | null {
  const given = [metadata.full_name, metadata.name].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  )
  if (typeof given !== 'string') return null
  const name = Array.from(given.trim()).slice(0, NAME_CHARACTERS_MAX).join('')
  return isStorable(name) ? name : null
}

// False for a text with control characters or lone surrogates. Postgres cannot store some of them,
// and people cannot read any of them.
function isStorable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}
