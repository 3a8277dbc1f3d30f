import { z } from '@hono/zod-openapi'
import { body, endpoint } from '../../shared/http/endpoint.ts'

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
  description: 'Made on the server: no script, no font, nothing from elsewhere.',
  responses: { 200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } } },
})
