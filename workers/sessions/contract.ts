import { z } from '@hono/zod-openapi'
import { Time } from '../../shared/platform/http/fields.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Session']
const TOKEN_CHARACTERS_MAX = 512
const EMAIL_CHARACTERS_MAX = 320
const BODY_BYTES_MAX = 4 * 1024

const SessionResponse = z
  .object({
    user: z.object({ id: z.string(), email: z.string().nullable() }),
    expires_at: Time.openapi({
      description:
        'Time at which the service must renew the session. It does so by itself, at the next ' +
        'request.',
    }),
  })
  .openapi('SessionResponse')

export const requestLink = endpoint({
  method: 'post',
  path: '/session/link',
  operationId: 'requestSignInLink',
  credential: 'none',
  tags,
  summary: 'Ask for an email with a link that signs in to the dashboard',
  description:
    'The answer is the same for known and unknown addresses. The limits are five requests per ' +
    'minute from one IP address (or /64 network of IPv6), and five emails per hour to one ' +
    'address; further requests then send no email.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          email: z
            .string()
            .trim()
            .max(EMAIL_CHARACTERS_MAX)
            .pipe(z.email('must be an email address')),
        })
        .openapi('SessionLinkRequest'),
    ),
  },
  bodyBytesMax: BODY_BYTES_MAX,
  responses: {
    200: enveloped(
      z.object({ sent: z.literal(true) }).openapi('SessionLinkResponse'),
      'The request was accepted.',
    ),
  },
  refuses: ['FORBIDDEN', 'RATE_LIMITED'],
})

export const openSession = endpoint({
  method: 'post',
  path: '/session',
  operationId: 'signIn',
  credential: 'none',
  tags,
  summary: 'Exchange the token of a mailed link for a session of the dashboard',
  description:
    'Sets the cookie `__Host-session`. A token works once. The limit is that of `POST ' +
    '/auth/verify-token`.',
  request: {
    body: jsonBody(
      z
        .strictObject({
          token: z
            .string()
            .trim()
            .min(1, 'must not be empty')
            .max(TOKEN_CHARACTERS_MAX, `must have at most ${TOKEN_CHARACTERS_MAX} characters`),
          type: z.enum(['email', 'magiclink']).default('email'),
        })
        .openapi('SessionRequest'),
    ),
  },
  bodyBytesMax: BODY_BYTES_MAX,
  responses: { 200: enveloped(SessionResponse, 'The session.') },
  refuses: ['FORBIDDEN', 'UNAUTHORIZED', 'RATE_LIMITED'],
})

export const readSession = endpoint({
  method: 'get',
  path: '/session',
  operationId: 'getSession',
  credential: 'none',
  tags,
  summary: 'Show who is signed in to the dashboard',
  description: '401 without a live session.',
  responses: { 200: enveloped(SessionResponse, 'The session of the cookie.') },
  refuses: ['UNAUTHORIZED'],
})

export const endSession = endpoint({
  method: 'delete',
  path: '/session',
  operationId: 'signOut',
  credential: 'none',
  tags,
  summary: 'Sign out of the dashboard',
  description:
    'The cookie stops working at once, also a copy of it. Other sessions of the user continue.',
  responses: {
    200: enveloped(
      z.object({ signed_out: z.literal(true) }).openapi('SessionEndResponse'),
      'The session has ended.',
    ),
  },
  refuses: ['FORBIDDEN'],
})
