import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'

const tags = ['Account']
const request = { query: z.object({ token: z.string().max(200).default('') }) }
const responses = {
  200: { description: 'An HTML page.', content: { 'text/html': { schema: z.string() } } },
}

export const askUnsubscribe = endpoint({
  method: 'get',
  path: '/email/unsubscribe',
  operationId: 'getUnsubscribePage',
  credential: 'none',
  tags,
  summary: 'Show a page to unsubscribe from one kind of email',
  description:
    'The page has one button. Opening the page changes nothing, because email scanners open links.',
  request,
  responses,
  refuses: ['LINK_INVALID'],
})

export const unsubscribe = endpoint({
  method: 'post',
  path: '/email/unsubscribe',
  operationId: 'unsubscribe',
  credential: 'none',
  tags,
  summary: 'Unsubscribe from one kind of email (RFC 8058 one-click, or the button of the page)',
  description: 'The signed link in each mail leads here. It needs no sign-in.',
  request,
  responses,
  refuses: ['LINK_INVALID'],
})
