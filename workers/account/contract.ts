import { z } from '@hono/zod-openapi'
import { BYOKKeyResponse } from '../../shared/account-export/documents.ts'
import { LlmApiKey, requireTeam } from '../../shared/models/llm-keys.ts'
import { KEY_PROVIDERS } from '../../shared/models/providers.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Account']

export const listLlmKeys = endpoint({
  method: 'get',
  path: '/account/llm-keys',
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
  credential: 'bearer',
  requireAccess: requireTeam,
  tags,
  summary: 'Save your own key for a provider of language models',
  description:
    'The service first tests the key with one small question. A new key replaces the previous key of the same provider. Deep analyses of the account use the key that was saved last.',
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
  responses: {
    200: enveloped(BYOKKeyResponse, 'The saved key, without its value.'),
  },
  refuses: ['UNSUPPORTED_PROVIDER', 'TIER_REQUIRED', 'LLM_KEY_REJECTED', 'RATE_LIMITED'],
})

export const deleteLlmKey = endpoint({
  method: 'delete',
  path: '/account/llm-keys/{provider}',
  credential: 'bearer',
  requireAccess: requireTeam,
  tags,
  summary: 'Delete your own key for a provider',
  request: { params: z.object({ provider: z.string() }) },
  responses: { 204: { description: 'The key is deleted.' } },
  refuses: ['TIER_REQUIRED', 'NOT_FOUND'],
})
