import { z } from '@hono/zod-openapi'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

export const webhook = endpoint({
  method: 'post',
  path: '/billing/stripe/webhook',
  credential: 'none',
  addressLimit: 'refused',
  bodyTypes: ['application/json'],
  tags: ['Billing'],
  summary: 'Receive a signed event of the payment provider',
  description:
    'The signature covers the exact bytes of the body, so this document contains no schema for it. Events may arrive in any order; each event id is applied once.',
  request: { headers: z.object({ 'stripe-signature': z.string().default('') }) },
  responses: {
    200: enveloped(
      z.object({ received: z.literal(true) }).openapi('EventReceived'),
      'The event is stored.',
    ),
  },
  refuses: ['INVALID_SIGNATURE'],
})
