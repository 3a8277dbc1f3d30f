import { z } from '@hono/zod-openapi'
import { ApiKeyResponse, EmailPreferencesResponse, MeResponse } from '../../shared/account-export/documents.ts'
import { AccountExport } from '../../shared/account-export/export-account.ts'
import { closingForProof } from '../../shared/accounts/close-account.ts'
import { profileForProof } from '../../shared/accounts/profile.ts'
import { givenName } from '../../shared/platform/http/given-name.ts'
import { enveloped, file, jsonBody } from '../../shared/platform/http/responses.ts'
import { isIdentifier } from '../../shared/platform/identifiers.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Account']
/** Longer than any provider's token. */
const TOKEN_CHARACTERS_MAX = 512
const KEY_NAME_CHARACTERS_MAX = 100

const VerifyTokenRequest = z
  .strictObject({
    token: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(TOKEN_CHARACTERS_MAX, `must have at most ${TOKEN_CHARACTERS_MAX} characters`)
      .openapi({ description: 'The token_hash of the magic link.' }),
    type: z.enum(['email', 'magiclink']).default('email'),
  })
  .openapi('VerifyTokenRequest')

const VerifyTokenResponse = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.number().int(),
    user: z.object({ id: z.string(), email: z.string().nullable() }),
  })
  .openapi('VerifyTokenResponse')

export const verifyToken = endpoint({
  method: 'post',
  path: '/auth/verify-token',
  credential: 'none',
  tags,
  summary: "Exchange a magic link's token for the identity provider's tokens",
  description: 'A token works once. At most five attempts a minute from one address.',
  request: { body: jsonBody(VerifyTokenRequest) },
  responses: {
    200: enveloped(VerifyTokenResponse, 'The tokens of the identity provider.'),
  },
  refuses: ['UNAUTHORIZED', 'RATE_LIMITED'],
})

export const readMe = endpoint({
  method: 'get',
  path: '/auth/me',
  credential: 'bearer',
  joined: profileForProof,
  tags,
  summary: 'The account; the first valid token of a person makes it',
  responses: { 200: enveloped(MeResponse, 'The account.') },
})

export const closeMe = endpoint({
  method: 'delete',
  path: '/auth/me',
  credential: 'bearer',
  joined: closingForProof,
  tags,
  summary: 'Close the account and erase what names its holder',
  description:
    'Every key stops at once, a live subscription ends, the identity is disabled. History and ledger stay, anonymised. The same address can register again.',
  responses: {
    200: enveloped(
      z
        .object({ user_id: z.string(), status: z.literal('closed'), closed_at: z.string() })
        .openapi('AccountClosedResponse'),
      'The account is closed.',
    ),
  },
  refuses: ['ACCOUNT_CLOSED'],
})

export const exportMe = endpoint({
  method: 'get',
  path: '/auth/me/export',
  credential: 'bearer or key',
  tags,
  summary: 'Everything that the service keeps of the account',
  description: 'A JSON file that shows one instant. No raw key, digest or ciphertext is in it.',
  responses: { 200: file('The bundle, as a file.', { 'application/json': { schema: AccountExport } }) },
})

export const listKeys = endpoint({
  method: 'get',
  path: '/auth/keys',
  credential: 'bearer',
  tags,
  summary: 'The active API keys, newest first',
  responses: {
    200: enveloped(
      z.object({ keys: z.array(ApiKeyResponse) }).openapi('ApiKeyListResponse'),
      'Active keys, without their raw values.',
    ),
  },
})

export const createKey = endpoint({
  method: 'post',
  path: '/auth/keys',
  credential: 'bearer',
  tags,
  summary: 'Make an API key; this answer is the only one that shows it',
  request: {
    body: jsonBody(z.strictObject({ name: givenName(KEY_NAME_CHARACTERS_MAX) }).openapi('CreateApiKeyRequest')),
  },
  responses: { 200: enveloped(ApiKeyResponse, 'The new key.') },
  refuses: ['KEY_LIMIT_REACHED'],
})

export const mintSessionKey = endpoint({
  method: 'post',
  path: '/auth/session-key',
  credential: 'bearer',
  tags,
  summary: 'Make the playground key anew; the one before stops at once',
  responses: { 200: enveloped(ApiKeyResponse, 'The new playground key.') },
})

export const revokeKey = endpoint({
  method: 'delete',
  path: '/auth/keys/{key_id}',
  credential: 'bearer',
  tags,
  summary: 'Revoke an API key; the next request with it is refused',
  request: {
    params: z.object({ key_id: z.string().refine((id) => isIdentifier('key', id), 'is not the id of a key') }),
  },
  responses: { 200: enveloped(ApiKeyResponse, 'The revoked key.') },
  refuses: ['NOT_FOUND'],
})

export const readEmailPreferences = endpoint({
  method: 'get',
  path: '/auth/email-preferences',
  credential: 'bearer',
  tags,
  summary: 'Which mails the account wants',
  responses: { 200: enveloped(EmailPreferencesResponse, 'The preferences.') },
})

export const changeEmailPreferences = endpoint({
  method: 'patch',
  path: '/auth/email-preferences',
  credential: 'bearer',
  tags,
  summary: 'Change which mails the account wants; what is not named stays',
  request: {
    body: jsonBody(
      z
        .strictObject({ digest_enabled: z.boolean().optional(), lifecycle_enabled: z.boolean().optional() })
        .openapi('EmailPreferencesUpdate'),
    ),
  },
  responses: { 200: enveloped(EmailPreferencesResponse, 'The preferences now.') },
})
