import { z } from '@hono/zod-openapi'
import { ScoringExplanation } from '../../shared/attribution/scoring/explain-scoring.ts'
import { body, enveloped } from '../../shared/platform/http/responses.ts'
import { DIRECTORY_TYPE } from '../../shared/platform/net/bot-signature.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Documentation']

export const openapi = endpoint({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  credential: 'none',
  tags,
  summary: 'Get this OpenAPI document',
  description: 'Send the `ETag` in `If-None-Match` to get 304 while nothing has changed.',
  request: { headers: z.object({ 'if-none-match': z.string().max(1_000).optional() }) },
  responses: {
    200: body(
      z.looseObject({ openapi: z.string().openapi({ example: '3.1.0' }) }),
      'The OpenAPI 3.1 document.',
    ),
    304: { description: 'The document has not changed.' },
  },
})

export const page = endpoint({
  method: 'get',
  path: '/docs',
  operationId: 'getReferencePage',
  credential: 'none',
  tags,
  summary: 'Show the API reference as an HTML page',
  description: 'The page contains no script. It links to the interactive reference.',
  responses: {
    200: { description: 'The HTML page.', content: { 'text/html': { schema: z.string() } } },
  },
})

export const interactive = endpoint({
  method: 'get',
  path: '/docs/reference',
  operationId: 'getInteractiveReference',
  credential: 'none',
  tags,
  summary: 'Show the interactive API reference, which can send requests',
  description: 'A script of 3.6 MB draws the page. Everything comes from this server.',
  responses: {
    200: { description: 'The HTML page.', content: { 'text/html': { schema: z.string() } } },
  },
})

export const icon = endpoint({
  method: 'get',
  path: '/favicon.ico',
  operationId: 'getIcon',
  credential: 'none',
  tags,
  summary: 'Get the icon of the service',
  description: 'Browsers ask for it at this address.',
  responses: {
    200: { description: 'The icon.', content: { 'image/svg+xml': { schema: z.string() } } },
  },
})

export const script = endpoint({
  method: 'get',
  path: '/docs/reference.js',
  operationId: 'getReferenceScript',
  credential: 'none',
  tags,
  summary: 'Get the script of the API reference page',
  description: 'The reference page loads it.',
  responses: {
    200: {
      description: 'The script, Scalar.',
      content: { 'text/javascript': { schema: z.string() } },
    },
  },
})

export const bot = endpoint({
  method: 'get',
  path: '/bot',
  operationId: 'getBotPage',
  credential: 'none',
  tags,
  summary: 'Explain our visits to web sites',
  description:
    'A page for the owners of sites: what this service reads and how often, how to keep it away, ' +
    'and an address to write to. The name in its requests points here.',
  responses: {
    200: { description: 'The HTML page.', content: { 'text/html': { schema: z.string() } } },
  },
})

const BotKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().openapi({ example: 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U' }),
  x: z.string().openapi({ example: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }),
  use: z.literal('sig'),
})

export const botKeys = endpoint({
  method: 'get',
  path: '/.well-known/http-message-signatures-directory',
  operationId: 'getBotKeys',
  credential: 'none',
  tags,
  summary: 'Get the public keys that sign our requests to web sites',
  description:
    'A site can verify with these keys that a request with our name comes from us (Web Bot Auth, ' +
    'RFC 9421). Each key also signs this answer. 404 if this service signs no requests.',
  responses: {
    200: {
      description: 'The keys, the current key first.',
      content: {
        [DIRECTORY_TYPE]: { schema: z.object({ keys: z.array(BotKey) }).openapi('BotKeySet') },
      },
    },
  },
  refuses: ['NOT_FOUND'],
})

const explained = enveloped(
  z.object(ScoringExplanation.shape).openapi('ScoringExplanation'),
  'Sources with their authors, basis, warnings, reliability, figures of the release and known ' +
    'limits.',
)

export const scoring = endpoint({
  method: 'get',
  path: '/how-it-is-scored',
  operationId: 'getScoringExplanation',
  credential: 'none',
  tags,
  summary: 'Explain how an answer is scored',
  description:
    'Browsers (`Accept: text/html`) get a page, everybody else JSON. Each source is a kind of ' +
    'signal with its author: whoever can write the statement.',
  responses: {
    200: { ...explained, content: { ...explained.content, 'text/html': { schema: z.string() } } },
  },
})
