import { z } from '@hono/zod-openapi'
import { body } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Health']

export const health = endpoint({
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  credential: 'none',
  addressLimit: 'none',
  tags,
  summary: 'Check that the service runs',
  description: 'Always `ok` while the service runs. Asks no other system.',
  responses: {
    200: body(z.object({ status: z.literal('ok') }).openapi('Health'), 'The service runs.'),
  },
})

export const version = endpoint({
  method: 'get',
  path: '/version',
  operationId: 'getVersion',
  credential: 'none',
  addressLimit: 'none',
  tags,
  summary: 'Show the API version and the commit of the running build',
  description: '`commit` identifies the source code of the running build.',
  responses: {
    200: body(
      z.object({ version: z.string(), commit: z.string() }).openapi('Version'),
      'The version and the commit.',
    ),
    503: body(
      z.object({ status: z.literal('unavailable') }).openapi('VersionUnavailable'),
      'A setting of the service is invalid.',
    ),
  },
})

const Readiness = z
  .object({
    status: z.enum(['ready', 'unavailable']),
    invalid_variables: z.array(z.string()).optional().openapi({
      description:
        'Names of invalid or missing settings. While there are any, all other routes answer 503.',
    }),
  })
  .openapi('Readiness')

export const ready = endpoint({
  method: 'get',
  path: '/health/ready',
  operationId: 'getReadiness',
  credential: 'none',
  tags,
  summary: 'Check the database, the cache and the configuration',
  description: 'The result can be up to 5 seconds old.',
  responses: {
    200: body(Readiness, 'All parts are ready.'),
    503: body(Readiness, 'At least one part is not ready.'),
  },
})

const SignInReadiness = z
  .object({
    status: z.enum(['ready', 'unavailable']),
    identity_provider: z.enum(['ready', 'unavailable']),
    database: z.enum(['ready', 'unavailable']),
  })
  .openapi('SignInReadiness')

export const signIn = endpoint({
  method: 'get',
  path: '/health/auth',
  operationId: 'getSignInHealth',
  credential: 'none',
  tags,
  summary: "Check that people can sign in: the identity provider's keys and the database",
  description: 'The result can be up to 5 seconds old.',
  responses: {
    200: body(SignInReadiness, 'Both parts are ready.'),
    503: body(SignInReadiness, 'At least one part is not ready.'),
  },
})
