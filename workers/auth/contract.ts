import { z } from '@hono/zod-openapi'
import { AccountExport } from '../../shared/account-export/export-account.ts'
import { ApiKeyListResponse, ApiKeyResponse, CreateApiKeyRequest } from '../../shared/accounts/api-key.ts'
import { EmailPreferencesResponse, EmailPreferencesUpdate } from '../../shared/accounts/email-preferences.ts'
import { MeResponse } from '../../shared/accounts/profile.ts'
import { VerifyTokenRequest, VerifyTokenResponse } from '../../shared/accounts/sign-in.ts'
import { vars } from '../../shared/platform/environment.ts'
import { endpoint, enveloped, refusals } from '../../shared/platform/http/endpoint.ts'
import { isIdentifier } from '../../shared/platform/identifiers.ts'
import { outboxNeeds } from '../outbox-handlers.ts'

export const needs = vars(
  'DATABASE_URL',
  'API_KEY_PEPPER',
  'IDP_PUBLISHABLE_KEY',
  'QUOTA_FREE',
  'QUOTA_PRO',
  'QUOTA_TEAM',
  'API_KEY_LIMIT_FREE',
  'API_KEY_LIMIT_PRO',
  'API_KEY_LIMIT_TEAM',
  'API_KEY_LIMIT_PAID',
  'SESSION_KEY_MINT_PER_HOUR',
  'VERIFY_TOKEN_PER_MINUTE',
  'EXPORT_LIMIT_PER_HOUR',
  'LLM_MODELS',
).extend(outboxNeeds.shape)

const tags = ['Account']
const json = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})

export const verifyToken = endpoint({
  method: 'post',
  path: '/auth/verify-token',
  credential: 'none',
  tags,
  summary: "Exchange a magic link's token for the identity provider's tokens",
  description: 'A token works once. At most five attempts a minute from one address.',
  request: { body: json(VerifyTokenRequest) },
  responses: {
    200: enveloped(VerifyTokenResponse, 'The tokens of the identity provider.'),
    ...refusals('UNAUTHORIZED', 'RATE_LIMITED'),
  },
})

export const readMe = endpoint({
  method: 'get',
  path: '/auth/me',
  credential: 'bearer',
  credentialJoined: true,
  tags,
  summary: 'The account; the first valid token of a person makes it',
  responses: { 200: enveloped(MeResponse, 'The account.') },
})

export const closeMe = endpoint({
  method: 'delete',
  path: '/auth/me',
  credential: 'bearer',
  credentialJoined: true,
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
    ...refusals('ACCOUNT_CLOSED'),
  },
})

export const exportMe = endpoint({
  method: 'get',
  path: '/auth/me/export',
  credential: 'bearer or key',
  tags,
  summary: 'Everything that the service keeps of the account',
  description: 'A JSON file that shows one instant. No raw key, digest or ciphertext is in it.',
  responses: {
    200: {
      description: 'The bundle, as a file.',
      headers: z.object({ 'content-disposition': z.string() }),
      content: { 'application/json': { schema: AccountExport } },
    },
  },
})

export const listKeys = endpoint({
  method: 'get',
  path: '/auth/keys',
  credential: 'bearer',
  tags,
  summary: 'The active API keys, newest first',
  responses: { 200: enveloped(ApiKeyListResponse, 'Active keys, without their raw values.') },
})

export const createKey = endpoint({
  method: 'post',
  path: '/auth/keys',
  credential: 'bearer',
  tags,
  summary: 'Make an API key; this answer is the only one that shows it',
  request: { body: json(CreateApiKeyRequest) },
  responses: { 200: enveloped(ApiKeyResponse, 'The new key.'), ...refusals('KEY_LIMIT_REACHED') },
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
  responses: { 200: enveloped(ApiKeyResponse, 'The revoked key.'), ...refusals('NOT_FOUND') },
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
  request: { body: json(EmailPreferencesUpdate) },
  responses: { 200: enveloped(EmailPreferencesResponse, 'The preferences now.') },
})
