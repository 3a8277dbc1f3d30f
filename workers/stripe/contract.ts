import { z } from '@hono/zod-openapi'
import { vars } from '../../shared/platform/environment.ts'
import { endpoint, enveloped, refusals } from '../../shared/platform/http/endpoint.ts'

export const needs = vars('DATABASE_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SUBSCRIPTION_PLANS')

export const webhook = endpoint({
  method: 'post',
  path: '/billing/stripe/webhook',
  credential: 'none',
  tags: ['Billing'],
  summary: 'Events of the payment provider, signed',
  description:
    'The body is verified as it was sent, byte for byte, so it is not described as a schema here. Each event id applies once, in any order.',
  request: { headers: z.object({ 'stripe-signature': z.string().default('') }) },
  responses: {
    200: enveloped(z.object({ received: z.literal(true) }).openapi('EventReceived'), 'The event is kept.'),
    ...refusals('INVALID_SIGNATURE', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
  },
})
