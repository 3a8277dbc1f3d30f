import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'

export const privacy = endpoint({
  method: 'get',
  path: '/privacy',
  operationId: 'getPrivacyPage',
  credential: 'none',
  tags: ['Documentation'],
  summary: 'Show which data is stored, how long, and who can read it',
  description: 'The page contains no script.',
  responses: {
    200: { description: 'The HTML page.', content: { 'text/html': { schema: z.string() } } },
  },
})
