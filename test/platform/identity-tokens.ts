import { createHmac, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { importJWK } from 'jose'
import { z } from 'zod'

/**
 * Keys for ES256 signatures. The last key signs new tokens. The public parts of all keys are
 * published, so tokens with older keys stay valid.
 */
export const SigningKeys = z
  .array(z.object({ kid: z.string(), jwk: z.record(z.string(), z.unknown()) }))
  .min(1)
export type SigningKeys = z.infer<typeof SigningKeys>

export type TokenClaims = Record<string, unknown>

export function createSigningKey(): SigningKeys[number] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid: randomUUID(), jwk: { ...privateKey.export({ format: 'jwk' }) } }
}

export function publicKeys(keys: SigningKeys): { keys: Record<string, unknown>[] } {
  return {
    keys: keys.map(({ kid, jwk: { d: _secret, ...open } }) => ({
      ...open,
      kid,
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    })),
  }
}

/**
 * Signs a token without a JWT library, because such a library refuses to create the invalid headers
 * that tests need. A field with the value null is left out.
 */
export function signToken(
  keys: SigningKeys,
  jwtSecret: string | undefined,
  claims: TokenClaims,
  header: Record<string, unknown>,
): string {
  if (jwtSecret !== undefined) {
    const signed = encoded({ alg: 'HS256', typ: 'JWT', ...header }, claims)
    return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
  }
  const current = keys.at(-1)
  if (current === undefined) throw new Error('there is no signing key')
  const signed = encoded({ alg: 'ES256', kid: current.kid, typ: 'JWT', ...header }, claims)
  const key = {
    key: current.jwk as JsonWebKey,
    format: 'jwk' as const,
    dsaEncoding: 'ieee-p1363' as const,
  }
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

function encoded(...parts: Record<string, unknown>[]): string {
  return parts
    .map((part) => Buffer.from(JSON.stringify(withoutNulls(part))).toString('base64url'))
    .join('.')
}

export async function verificationKey(keys: SigningKeys, kid: string | undefined) {
  const found = publicKeys(keys).keys.find((key) => key.kid === kid)
  if (found === undefined) throw new Error('unknown key')
  return importJWK(found, 'ES256')
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
