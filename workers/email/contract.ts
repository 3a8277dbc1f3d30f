import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'

const tags = ['Account']
const request = { query: z.object({ token: z.string().max(200).default('') }) }
const responses = { 200: { description: 'A page for people.', content: { 'text/html': { schema: z.string() } } } }

export const askUnsubscribe = endpoint({
  method: 'get',
  path: '/email/unsubscribe',
  credential: 'none',
  tags,
  summary: 'Asks whether one kind of mail is to end',
  description: 'A page with one button. Opening it changes nothing, since mail scanners open links.',
  request,
  responses,
  refuses: ['LINK_INVALID'],
})

export const unsubscribe = endpoint({
  method: 'post',
  path: '/email/unsubscribe',
  credential: 'none',
  tags,
  summary: 'Ends one kind of mail (RFC 8058 one-click, or the button of the page)',
  request,
  responses,
  refuses: ['LINK_INVALID'],
})
