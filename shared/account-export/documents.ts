import type { EmailPreferences, KeyRow, ProfileRow } from '../accounts/queries.ts'
import { KEY_PROVIDERS } from '../models/providers.ts'
import type { LlmKeyRow } from '../models/queries.ts'
import { isoTime } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { type Quotas, quotaOf, Tier } from '../platform/tier.ts'

// The API routes and the export of the account use the same schemas, so that their formats cannot
// differ.

export const MeResponse = z
  .object({
    user_id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    tier: Tier,
    status: z.string().openapi({ example: 'active' }),
    created_at: Time,
    credits: z.number().int(),
    usage: z.object({
      used: z.number().int(),
      quota: z
        .number()
        .int()
        .nullable()
        .openapi({ description: 'Null for a tier without a quota limit.' }),
      period_end: Time,
    }),
  })
  .openapi('MeResponse')

export function presentProfile(row: ProfileRow, quotas: Quotas): z.infer<typeof MeResponse> {
  return {
    user_id: row.account_id,
    email: row.email,
    name: row.name,
    tier: row.tier,
    status: row.status,
    created_at: isoTime(row.created_at),
    credits: row.credits,
    usage: {
      used: row.used,
      quota: quotaOf(row.tier, quotas),
      period_end: isoTime(row.period_end),
    },
  }
}

/** `key` (the secret itself) is present only in the response that creates the key. */
export const ApiKeyResponse = z
  .object({
    key_id: z.string(),
    name: z.string(),
    prefix: z.string(),
    key: z.string().optional(),
    billing: z.boolean().openapi({
      description: 'False if the key may neither buy credits nor change auto-recharge.',
    }),
    is_active: z.boolean(),
    created_at: Time,
    last_used_at: Time.nullable(),
    revoked_at: Time.nullable(),
  })
  .openapi('ApiKeyResponse')

export function presentKey(row: KeyRow): z.infer<typeof ApiKeyResponse> {
  return {
    key_id: row.id,
    name: row.name,
    prefix: row.prefix,
    billing: row.billing,
    is_active: row.revokedAt === null,
    created_at: isoTime(row.createdAt),
    last_used_at: isoTime(row.lastUsedAt),
    revoked_at: isoTime(row.revokedAt),
  }
}

export const BYOKKeyResponse = z
  .object({
    provider: z.enum(KEY_PROVIDERS),
    model: z.string(),
    key_hint: z.string(),
    is_active: z.boolean(),
    created_at: Time,
    updated_at: Time,
  })
  .openapi('BYOKKeyResponse')

export function presentLlmKey(
  row: LlmKeyRow,
  models: Environment['LLM_MODELS'],
): z.infer<typeof BYOKKeyResponse> {
  return {
    provider: row.provider,
    model: row.model ?? models[row.provider],
    key_hint: row.keyHint,
    is_active: row.deletedAt === null,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  }
}

export const EmailPreferencesResponse = z
  .object({ digest_enabled: z.boolean(), lifecycle_enabled: z.boolean() })
  .openapi('EmailPreferencesResponse')

export function presentEmailPreferences(
  row: EmailPreferences,
): z.infer<typeof EmailPreferencesResponse> {
  return { digest_enabled: row.digest_enabled, lifecycle_enabled: row.lifecycle_enabled }
}
