import type { Caller } from '../platform/caller.ts'
import type { Environment } from '../platform/environment.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { createApiKey, digestApiKey, type KeyKind, keyHint } from './key-tokens.ts'
import * as keys from './queries.ts'

/** Only a digest of `raw`, the text of the key, is stored. So the text cannot be shown again. */
export interface CreatedKey {
  key: keys.KeyRow
  raw: string
}

export interface KeyRequest {
  name: string
  /** True if the key may buy credits and change auto-recharge. */
  billing: boolean
}

const PLAYGROUND: KeyRequest = { name: 'Playground', billing: false }

type KeyServices = Pick<Services, 'db' | 'env' | 'requestId' | 'randomBytes'>

const keyCaps = (env: Environment): keys.KeyCaps => ({
  cap_free: env.API_KEY_LIMIT_FREE,
  cap_pro: env.API_KEY_LIMIT_PRO,
  cap_team: env.API_KEY_LIMIT_TEAM,
  cap_enterprise: env.API_KEY_LIMIT_TEAM,
  cap_buyer: env.API_KEY_LIMIT_PAID,
})

async function newKey(
  services: KeyServices,
  kind: KeyKind,
  { name, billing }: KeyRequest,
): Promise<{ raw: string; stored: keys.NewKey }> {
  const raw = createApiKey(kind, (count) => services.randomBytes(count))
  const digest = await digestApiKey(services.env.API_KEY_PEPPER, raw)
  return {
    raw,
    stored: { new_key_id: newIdentifier('key'), name, prefix: keyHint(raw), digest, billing },
  }
}

/** Creates an API key. Throws PublicError KEY_LIMIT_REACHED or UNAUTHORIZED. */
export async function createKey(
  services: KeyServices,
  caller: Caller,
  request: KeyRequest,
): Promise<CreatedKey> {
  const { raw, stored } = await newKey(services, 'ordinary', request)
  const actor = auditOriginOf(requestOriginOf(services, caller))
  const created = await keys.createApiKey(services.db, actor, stored, keyCaps(services.env))
  switch (created.outcome) {
    case 'created':
      return { key: created.key, raw }
    case 'limited':
      throw new PublicError(
        'KEY_LIMIT_REACHED',
        `The account has as many active keys as it may (${created.cap}). Revoke one first.`,
      )
    case 'closed':
      throw unauthorized()
    default:
      return created satisfies never
  }
}

/**
 * Creates a playground key, and revokes the previous one. Throws PublicError RATE_LIMITED or
 * UNAUTHORIZED.
 */
export async function mintSessionKey(services: KeyServices, caller: Caller): Promise<CreatedKey> {
  const { raw, stored } = await newKey(services, 'playground', PLAYGROUND)
  const actor = auditOriginOf(requestOriginOf(services, caller))
  const minted = await keys.mintSessionKey(
    services.db,
    actor,
    stored,
    services.env.SESSION_KEY_MINT_PER_HOUR,
  )
  switch (minted.outcome) {
    case 'created':
      return { key: minted.key, raw }
    case 'limited':
      throw new PublicError('RATE_LIMITED', 'No more session keys can be made this hour.', {
        headers: { 'retry-after': String(minted.retry_after_seconds) },
      })
    case 'closed':
      throw unauthorized()
    default:
      return minted satisfies never
  }
}
