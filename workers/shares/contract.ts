import { z } from '@hono/zod-openapi'
import { PICTURE_TYPES } from '../../shared/attribution/evidence.ts'
import { idOf } from '../../shared/platform/http/fields.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { Share } from '../../shared/shares/share.ts'
import { SharedAnswer } from '../../shared/shares/shared-answer.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Shares']

const ShareRequest = z
  .strictObject({ expires_in_days: z.number().int().min(1).max(365).default(30) })
  .openapi('ShareRequest')

const ofJob = z.object({ job_id: idOf('job', 'a job') })
const ofCorrelation = z.object({ correlation_id: idOf('cor', 'a correlation') })
const shared = enveloped(Share, 'The share.')
const deleted = enveloped(
  z.object({ deleted: z.literal(true) }).openapi('ShareDeletedResponse'),
  'The address no longer works.',
)
const DESCRIPTION =
  'Anybody with the address can read the answer until it expires; it names no account. A repeated ' +
  'call keeps the address and sets the new expiry.'

export const shareJob = endpoint({
  method: 'post',
  path: '/jobs/{job_id}/share',
  operationId: 'shareJob',
  credential: 'bearer or key',
  tags,
  summary: 'Create a public link to the answer of an analysis, or renew it',
  description: DESCRIPTION,
  request: { params: ofJob, body: jsonBody(ShareRequest) },
  responses: { 200: shared },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS', 'SHARE_LIMIT_REACHED'],
})

export const unshareJob = endpoint({
  method: 'delete',
  path: '/jobs/{job_id}/share',
  operationId: 'unshareJob',
  credential: 'bearer or key',
  tags,
  summary: 'End the public link to the answer of an analysis',
  description: 'The address stops working at once, and a new share gets another address.',
  request: { params: ofJob },
  responses: { 200: deleted },
  refuses: ['NOT_FOUND'],
})

export const shareCorrelation = endpoint({
  method: 'post',
  path: '/correlate/{correlation_id}/share',
  operationId: 'shareCorrelation',
  credential: 'bearer or key',
  tags,
  summary: 'Create a public link to a correlation, or renew it',
  description: DESCRIPTION,
  request: { params: ofCorrelation, body: jsonBody(ShareRequest) },
  responses: { 200: shared },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS', 'SHARE_LIMIT_REACHED'],
})

export const unshareCorrelation = endpoint({
  method: 'delete',
  path: '/correlate/{correlation_id}/share',
  operationId: 'unshareCorrelation',
  credential: 'bearer or key',
  tags,
  summary: 'End the public link to a correlation',
  description: 'The address stops working at once, and a new share gets another address.',
  request: { params: ofCorrelation },
  responses: { 200: deleted },
  refuses: ['NOT_FOUND'],
})

export const listShares = endpoint({
  method: 'get',
  path: '/shares',
  operationId: 'listShares',
  credential: 'bearer or key',
  tags,
  summary: 'List the live shares of the account, newest first',
  description: 'Shares that have expired are left out.',
  request: { query: z.object({ limit: queryNumber(1, 100, 20), offset: queryOffset() }) },
  responses: {
    200: enveloped(
      z.object({ shares: z.array(Share) }).openapi('ShareListResponse'),
      'A page of shares.',
      'paged',
    ),
  },
})

const answer = enveloped(SharedAnswer, 'The answer.')

export const readShare = endpoint({
  method: 'get',
  path: '/s/{token}',
  operationId: 'getSharedAnswer',
  credential: 'none',
  tags,
  summary: 'Read a shared answer; browsers get a page',
  description:
    'Needs no account. Unknown addresses and shares that have ended are all answered alike. Search ' +
    'engines are asked to leave the page out.',
  request: { params: z.object({ token: z.string() }) },
  responses: {
    200: { ...answer, content: { ...answer.content, 'text/html': { schema: z.string() } } },
  },
  refuses: ['NOT_FOUND'],
})

export const readSharedPicture = endpoint({
  method: 'get',
  path: '/s/{token}/picture',
  operationId: 'getSharedPicture',
  credential: 'none',
  tags,
  summary: 'Get the screenshot of a shared analysis',
  description: 'Only answers with `facts.picture` have one. `Accept` is ignored.',
  request: { params: z.object({ token: z.string() }) },
  responses: {
    200: {
      description: 'The picture, of the media type in `facts.picture`.',
      content: Object.fromEntries(
        PICTURE_TYPES.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
      ),
    },
  },
  refuses: ['NOT_FOUND'],
})
