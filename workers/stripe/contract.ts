import { z } from '@hono/zod-openapi'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

export const webhook = endpoint({
  method: 'post',
  path: '/billing/stripe/webhook',
  credential: 'none',
  bodyTypes: ['application/json'],
  tags: ['Billing'],
  summary: 'Events of the payment provider, signed',
  description:
    'The body is verified as it was sent, byte for byte, so it is not described as a schema here. Each event id applies once, in any order.',
  request: { headers: z.object({ 'stripe-signature': z.string().default('') }) },
  responses: {
    200: enveloped(z.object({ received: z.literal(true) }).openapi('EventReceived'), 'The event is kept.'),
  },
  refuses: ['INVALID_SIGNATURE'],
})
