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
  admits: requireTeam,
  tags,
  summary: "The account's own keys for language models",
  description: 'Active keys only; neither the key nor what is stored of it is ever returned.',
  responses: {
    200: enveloped(z.object({ keys: z.array(BYOKKeyResponse) }).openapi('BYOKKeyListResponse'), 'The active keys.'),
  },
  refuses: ['TIER_REQUIRED'],
})

export const saveLlmKey = endpoint({
  method: 'post',
  path: '/account/llm-keys',
  credential: 'bearer',
  admits: requireTeam,
  tags,
  summary: 'Save an own key for a provider of language models',
  description:
    'The key is tried with one small question first. A second save for the same provider replaces the first. Deep analyses of the account use the key that was saved last.',
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
    200: enveloped(BYOKKeyResponse, 'The key as it is listed.'),
  },
  refuses: ['UNSUPPORTED_PROVIDER', 'TIER_REQUIRED', 'LLM_KEY_REJECTED', 'RATE_LIMITED'],
})

export const deleteLlmKey = endpoint({
  method: 'delete',
  path: '/account/llm-keys/{provider}',
  credential: 'bearer',
  admits: requireTeam,
  tags,
  summary: 'Delete the own key for a provider',
  request: { params: z.object({ provider: z.string() }) },
  responses: { 204: { description: 'The key is deleted.' } },
  refuses: ['TIER_REQUIRED', 'NOT_FOUND'],
})
