import { z } from '@hono/zod-openapi'
import { queryFlag } from '../../shared/platform/http/query-parameters.ts'
import { body } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Documentation']

export const openapi = endpoint({
  method: 'get',
  path: '/openapi.json',
  credential: 'none',
  tags,
  summary: 'This document',
  responses: {
    200: body(z.looseObject({ openapi: z.string().openapi({ example: '3.1.0' }) }), 'OpenAPI 3.1.'),
  },
})

export const page = endpoint({
  method: 'get',
  path: '/docs',
  credential: 'none',
  tags,
  summary: 'This document as a page for people',
  description: 'Everything that the page loads comes from here. `?plain=true` is a page without any script.',
  request: { query: z.object({ plain: queryFlag(false) }) },
  responses: { 200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } } },
})

export const script = endpoint({
  method: 'get',
  path: '/docs/reference.js',
  credential: 'none',
  tags,
  summary: 'The script of the page for people',
  responses: { 200: { description: 'Scalar.', content: { 'text/javascript': { schema: z.string() } } } },
})
