import { z } from '@hono/zod-openapi'
import { ScoringExplanation } from '../../shared/attribution/scoring/explain-scoring.ts'
import { queryFlag } from '../../shared/platform/http/query-parameters.ts'
import { body, enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Documentation']

export const openapi = endpoint({
  method: 'get',
  path: '/openapi.json',
  credential: 'none',
  tags,
  summary: 'Get this OpenAPI document',
  responses: {
    200: body(
      z.looseObject({ openapi: z.string().openapi({ example: '3.1.0' }) }),
      'The OpenAPI 3.1 document.',
    ),
  },
})

export const page = endpoint({
  method: 'get',
  path: '/docs',
  credential: 'none',
  tags,
  summary: 'Show the API reference as an HTML page',
  description:
    'The page loads everything from this server. With `?plain=true`, the page contains no script.',
  request: { query: z.object({ plain: queryFlag(false) }) },
  responses: {
    200: { description: 'The HTML page.', content: { 'text/html': { schema: z.string() } } },
  },
})

export const script = endpoint({
  method: 'get',
  path: '/docs/reference.js',
  credential: 'none',
  tags,
  summary: 'Get the script of the API reference page',
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

const explained = enveloped(
  z.object(ScoringExplanation.shape).openapi('ScoringExplanation'),
  'Sources with their authors, basis, warnings, reliability, figures of the release and known ' +
    'limits.',
)

export const scoring = endpoint({
  method: 'get',
  path: '/how-it-is-scored',
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
