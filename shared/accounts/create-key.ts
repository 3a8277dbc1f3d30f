import type { Actor } from '../platform/actor.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { type ApiKeyResponse, presentKey } from './api-key.ts'
import { createApiKey, digestApiKey, type KeyKind, keyHint, type Peppers } from './key-tokens.ts'
import * as keys from './queries.ts'

export interface CreateKeyDependencies {
  db: Database
  peppers: Peppers
  randomBytes(count: number): Uint8Array
}

export interface KeyCapSettings {
  API_KEY_LIMIT_FREE: number
  API_KEY_LIMIT_PRO: number
  API_KEY_LIMIT_TEAM: number
  API_KEY_LIMIT_PAID: number
}

/** Caps of ordinary keys. Enterprise is team without a quota, so it has the team's cap. */
export const keyCaps = (settings: KeyCapSettings): keys.KeyCaps => ({
  free: settings.API_KEY_LIMIT_FREE,
  pro: settings.API_KEY_LIMIT_PRO,
  team: settings.API_KEY_LIMIT_TEAM,
  enterprise: settings.API_KEY_LIMIT_TEAM,
  paid: settings.API_KEY_LIMIT_PAID,
})

/** A new raw key, and what of it is stored. */
async function newKey(
  { peppers, randomBytes }: CreateKeyDependencies,
  kind: KeyKind,
  name: string,
): Promise<{ raw: string; stored: keys.NewKey }> {
  const raw = createApiKey(kind, randomBytes)
  const digest = await digestApiKey(peppers, raw)
  return { raw, stored: { key_id: newIdentifier('key'), name, prefix: keyHint(raw), digest } }
}

/** Makes an ordinary key. The answer is the only place where it is ever shown. Throws PublicError KEY_LIMIT_REACHED, UNAUTHORIZED. */
export async function createKey(
  deps: CreateKeyDependencies,
  actor: Actor,
  name: string,
  caps: keys.KeyCaps,
): Promise<ApiKeyResponse> {
  const { raw, stored } = await newKey(deps, 'ordinary', name)
  const created = await keys.createApiKey(deps.db, actor, stored, caps)
  switch (created.outcome) {
    case 'created':
      return { ...presentKey(created.key), key: raw }
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

/** Makes the playground key, revoking the one before. Throws PublicError RATE_LIMITED, UNAUTHORIZED. */
export async function mintSessionKey(
  deps: CreateKeyDependencies,
  actor: Actor,
  limitPerHour: number,
): Promise<ApiKeyResponse> {
  const { raw, stored } = await newKey(deps, 'playground', 'Playground')
  const minted = await keys.mintSessionKey(deps.db, actor, stored, limitPerHour)
  switch (minted.outcome) {
    case 'created':
      return { ...presentKey(minted.key), key: raw }
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
