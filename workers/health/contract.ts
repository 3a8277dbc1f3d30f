import { z } from '@hono/zod-openapi'
import { body } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Health']

export const health = endpoint({
  method: 'get',
  path: '/health',
  credential: 'none',
  tags,
  summary: 'Whether the service runs',
  responses: { 200: body(z.object({ status: z.literal('ok') }).openapi('Health'), 'The service runs.') },
})

export const version = endpoint({
  method: 'get',
  path: '/version',
  credential: 'none',
  tags,
  summary: 'The version of the interface and the commit of the running build',
  responses: { 200: body(z.object({ version: z.string(), commit: z.string() }).openapi('Version'), 'The build.') },
})

const Readiness = z.object({ status: z.enum(['ready', 'unavailable']) }).openapi('Readiness')

export const ready = endpoint({
  method: 'get',
  path: '/health/ready',
  credential: 'none',
  tags,
  summary: 'Whether database and cache are within reach',
  responses: { 200: body(Readiness, 'Both are within reach.'), 503: body(Readiness, 'One is out of reach.') },
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
  credential: 'none',
  tags,
  summary: "Whether people can sign in: the identity provider's keys and the database",
  responses: { 200: body(SignInReadiness, 'Both are ready.'), 503: body(SignInReadiness, 'One is not.') },
})
