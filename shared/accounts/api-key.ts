import { isoTime } from '../platform/db/client.ts'
import { givenName } from '../platform/http/given-name.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { KeyRow } from './queries.ts'

const NAME_CHARACTERS_MAX = 100

export const CreateApiKeyRequest = z
  .strictObject({ name: givenName(NAME_CHARACTERS_MAX) })
  .openapi('CreateApiKeyRequest')

/** A key as the contract shows it; `key` only in the one answer that makes it. */
export const ApiKeyResponse = z
  .object({
    key_id: z.string(),
    name: z.string(),
    prefix: z.string(),
    key: z.string().optional(),
    is_active: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .openapi('ApiKeyResponse')
export type ApiKeyResponse = z.infer<typeof ApiKeyResponse>

export const ApiKeyListResponse = z.object({ keys: z.array(ApiKeyResponse) }).openapi('ApiKeyListResponse')

/** A stored key for its owner's eyes, without the raw key, which nobody has. */
export function presentKey(row: KeyRow): ApiKeyResponse {
  return {
    key_id: row.id,
    name: row.name,
    prefix: row.prefix,
    is_active: row.revoked_at === null,
    created_at: isoTime(row.created_at),
    last_used_at: isoTime(row.last_used_at),
    revoked_at: isoTime(row.revoked_at),
  }
}
