import { z } from '@hono/zod-openapi'
import { BYOKKeyListResponse, BYOKKeyResponse, requireTeam, SaveBYOKKeyRequest } from '../../shared/models/llm-keys.ts'
import { enveloped, jsonBody, refusals } from '../../shared/platform/http/responses.ts'
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
  responses: { 200: enveloped(BYOKKeyListResponse, 'The active keys.'), ...refusals('TIER_REQUIRED') },
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
  request: { body: jsonBody(SaveBYOKKeyRequest) },
  responses: {
    200: enveloped(BYOKKeyResponse, 'The key as it is listed.'),
    ...refusals('UNSUPPORTED_PROVIDER', 'TIER_REQUIRED', 'LLM_KEY_REJECTED', 'RATE_LIMITED'),
  },
})

export const deleteLlmKey = endpoint({
  method: 'delete',
  path: '/account/llm-keys/{provider}',
  credential: 'bearer',
  admits: requireTeam,
  tags,
  summary: 'Delete the own key for a provider',
  request: { params: z.object({ provider: z.string() }) },
  responses: { 204: { description: 'The key is deleted.' }, ...refusals('TIER_REQUIRED', 'NOT_FOUND') },
})
