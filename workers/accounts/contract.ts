import { z } from '@hono/zod-openapi'
import {
  ApiKeyResponse,
  BYOKKeyResponse,
  EmailPreferencesResponse,
  MeResponse,
} from '../../shared/account-export/documents.ts'
import { AccountExport } from '../../shared/account-export/export-account.ts'
import { alreadyClosed } from '../../shared/accounts/close-account.ts'
import { LlmApiKey, requireTeam } from '../../shared/models/llm-keys.ts'
import { KEY_PROVIDERS } from '../../shared/models/providers.ts'
import { idOf, Time } from '../../shared/platform/http/fields.ts'
import { givenName } from '../../shared/platform/http/given-name.ts'
import { enveloped, file, jsonBody } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Account']
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
  operationId: 'verifyToken',
  credential: 'none',
  tags,
  summary: 'Exchange the token of a magic link for tokens of the identity provider',
  description:
    'A token works once. The limit is five attempts per minute from one IP address, or from ' +
    'one /64 network of IPv6.',
  request: { body: jsonBody(VerifyTokenRequest) },
  responses: { 200: enveloped(VerifyTokenResponse, 'The tokens of the identity provider.') },
  refuses: ['UNAUTHORIZED', 'RATE_LIMITED'],
})

export const readMe = endpoint({
  method: 'get',
  path: '/auth/me',
  operationId: 'getAccount',
  credential: 'bearer',
  tags,
  summary: 'Show the account; the first valid token of a person creates it',
  description: 'Name, tier, credits and the analyses used in the current period.',
  responses: { 200: enveloped(MeResponse, 'The account.') },
})

export const closeMe = endpoint({
  method: 'delete',
  path: '/auth/me',
  operationId: 'closeAccount',
  credential: 'bearer',
  closedAccount: alreadyClosed,
  tags,
  summary: 'Close the account and erase its personal data',
  description:
    'Closes the account at once and for good: all keys stop working, bought credits are lost, an ' +
    'active subscription ends, and the identity is disabled. History and ledger remain in ' +
    'anonymous form. The same email address can register again.',
  responses: {
    200: enveloped(
      z
        .object({ user_id: z.string(), status: z.literal('closed'), closed_at: Time })
        .openapi('AccountClosedResponse'),
      'The account is closed.',
    ),
  },
  refuses: ['ACCOUNT_CLOSED'],
})

export const exportMe = endpoint({
  method: 'get',
  path: '/auth/me/export',
  operationId: 'exportAccount',
  credential: 'bearer or key',
  tags,
  summary: 'Export all data that the service stores about the account',
  description:
    'A JSON file with the data of one point in time. It contains no raw keys, digests or ' +
    'ciphertexts.',
  responses: {
    200: file('The data, as a file.', { 'application/json': { schema: AccountExport } }),
  },
})

export const listKeys = endpoint({
  method: 'get',
  path: '/auth/keys',
  operationId: 'listApiKeys',
  credential: 'bearer',
  tags,
  summary: 'List the active API keys, newest first',
  description: 'The list contains no raw key: `prefix` shows the first characters of each.',
  responses: {
    200: enveloped(
      z.object({ keys: z.array(ApiKeyResponse) }).openapi('ApiKeyListResponse'),
      'The active keys, without their raw values.',
    ),
  },
})

export const createKey = endpoint({
  method: 'post',
  path: '/auth/keys',
  operationId: 'createApiKey',
  credential: 'bearer',
  tags,
  summary: 'Create an API key; only this response contains the raw key',
  description:
    'Store the raw key now, because it cannot be shown again. The number of keys is limited ' +
    'by the tier.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          name: givenName(KEY_NAME_CHARACTERS_MAX),
          billing: z.boolean().default(true).openapi({
            description: 'True if the key may buy credits and change auto-recharge.',
          }),
        })
        .openapi('CreateApiKeyRequest'),
    ),
  },
  responses: { 200: enveloped(ApiKeyResponse, 'The new key.') },
  refuses: ['KEY_LIMIT_REACHED'],
})

export const mintSessionKey = endpoint({
  method: 'post',
  path: '/auth/session-key',
  operationId: 'createPlaygroundKey',
  credential: 'bearer',
  tags,
  summary: 'Create a new playground key; the previous playground key stops working at once',
  description:
    'The key expires after 24 hours. It can submit analyses and read their results, and ' +
    'search domains and operators. Other routes refuse it with 403 `FORBIDDEN`.',
  responses: { 200: enveloped(ApiKeyResponse, 'The new playground key.') },
})

export const revokeKey = endpoint({
  method: 'delete',
  path: '/auth/keys/{key_id}',
  operationId: 'revokeApiKey',
  credential: 'bearer',
  tags,
  summary: 'Revoke an API key; all later requests with this key are refused',
  description: 'A revoked key cannot be used again. Revoking it a second time is 404.',
  request: {
    params: z.object({
      key_id: idOf('key', 'a key'),
    }),
  },
  responses: { 200: enveloped(ApiKeyResponse, 'The revoked key.') },
  refuses: ['NOT_FOUND'],
})

export const readEmailPreferences = endpoint({
  method: 'get',
  path: '/auth/email-preferences',
  operationId: 'getEmailPreferences',
  credential: 'bearer',
  tags,
  summary: 'Show which emails the account receives',
  description: 'Mails about security and payments do not depend on these settings.',
  responses: { 200: enveloped(EmailPreferencesResponse, 'The preferences.') },
})

export const changeEmailPreferences = endpoint({
  method: 'patch',
  path: '/auth/email-preferences',
  operationId: 'updateEmailPreferences',
  credential: 'bearer',
  tags,
  summary: 'Change which emails the account receives; omitted fields keep their value',
  description: 'Only the given fields change.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          digest_enabled: z.boolean().optional(),
          lifecycle_enabled: z.boolean().optional(),
        })
        .openapi('EmailPreferencesUpdate'),
    ),
  },
  responses: { 200: enveloped(EmailPreferencesResponse, 'The new preferences.') },
})

export const listLlmKeys = endpoint({
  method: 'get',
  path: '/account/llm-keys',
  operationId: 'listLlmKeys',
  credential: 'bearer',
  requireAccess: requireTeam,
  tags,
  summary: 'List your own keys for language models',
  description: 'Lists active keys only. The response contains neither the key nor its stored form.',
  responses: {
    200: enveloped(
      z.object({ keys: z.array(BYOKKeyResponse) }).openapi('BYOKKeyListResponse'),
      'The active keys.',
    ),
  },
  refuses: ['TIER_REQUIRED'],
})

export const saveLlmKey = endpoint({
  method: 'post',
  path: '/account/llm-keys',
  operationId: 'saveLlmKey',
  credential: 'bearer',
  requireAccess: requireTeam,
  tags,
  summary: 'Save your own key for a provider of language models',
  description:
    'The service first tests the key with one small question. A new key replaces the previous ' +
    'key of the same provider. Deep analyses of the account use the key that was saved last.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          provider: z
            .string()
            .max(64)
            .openapi({ enum: [...KEY_PROVIDERS] }),
          api_key: LlmApiKey,
          model: z
            .string()
            .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/, 'must be the name of a model')
            .optional(),
        })
        .openapi('SaveBYOKKeyRequest'),
    ),
  },
  responses: { 200: enveloped(BYOKKeyResponse, 'The saved key, without its value.') },
  refuses: ['UNSUPPORTED_PROVIDER', 'TIER_REQUIRED', 'LLM_KEY_REJECTED', 'RATE_LIMITED'],
})

export const deleteLlmKey = endpoint({
  method: 'delete',
  path: '/account/llm-keys/{provider}',
  operationId: 'deleteLlmKey',
  credential: 'bearer',
  requireAccess: requireTeam,
  tags,
  summary: 'Delete your own key for a provider',
  description: 'Later deep analyses use the models of the service again.',
  request: { params: z.object({ provider: z.string().openapi({ enum: [...KEY_PROVIDERS] }) }) },
  responses: { 204: { description: 'The key is deleted.' } },
  refuses: ['TIER_REQUIRED', 'NOT_FOUND'],
})
