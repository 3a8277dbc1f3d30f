import { z } from '@hono/zod-openapi'
import { CorrelateStatusResponse } from '../../shared/correlations/read-correlation.ts'
import { CORRELATION_STATUSES } from '../../shared/correlations/tables.ts'
import { stixBundle } from '../../shared/jobs/stix/bundle-description.ts'
import { CallbackUrl, DomainText } from '../../shared/platform/http/fields.ts'
import { enveloped, file, jsonBody, POLLED } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Correlation']
const params = z.object({ correlation_id: z.string() })

// Largest number of domains in a request, duplicates included. After duplicates are removed, at
// most 100 may remain.
const DOMAINS_LISTED_MAX = 1_000

export const CorrelateRequest = z
  .strictObject({
    domains: z
      .array(DomainText)
      .min(2, 'must name 2 to 100 distinct domains')
      .max(DOMAINS_LISTED_MAX, 'must name 2 to 100 distinct domains')
      .openapi({ example: ['example.com', 'example.net'] }),
    passive: z
      .boolean()
      .default(false)
      .openapi({
        description:
          'New analyses send nothing to the hosts of the domains. A passive correlation may use ' +
          'stored active analyses; an active one uses no passive analysis.',
      }),
    callback_url: CallbackUrl.optional(),
  })
  .openapi('CorrelateRequest')

const CorrelateResponse = z
  .object({
    correlation_id: z.string(),
    status: z.enum(CORRELATION_STATUSES),
    domains: z.array(z.string()),
    uncached_domains: z.array(z.string()),
    credits_charged: z.number().int(),
  })
  .openapi('CorrelateResponse')

export const correlate = endpoint({
  method: 'post',
  path: '/correlate',
  operationId: 'correlate',
  credential: 'key',
  playgroundKeys: true,
  idempotent: true,
  tags,
  summary: 'Find out which of 2 to 100 domains have the same operator',
  description:
    'Costs one credit for the comparison and one credit for each domain that the service has ' +
    'not analyzed recently. Domains that cannot be analyzed are left out, and their credits ' +
    'are refunded.',
  request: { body: jsonBody(CorrelateRequest) },
  responses: {
    202: { ...enveloped(CorrelateResponse, 'The correlation has started.'), headers: POLLED },
  },
  refuses: ['INSUFFICIENT_CREDITS', 'INVALID_DOMAIN', 'DISPATCH_FAILED'],
})

export const getCorrelation = endpoint({
  method: 'get',
  path: '/correlate/{correlation_id}',
  operationId: 'getCorrelation',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get a correlation, with the whole result after it has completed',
  description:
    'A correlation is deleted 400 days after its end, and one of only sandbox domains after 7 ' +
    'days.',
  request: { params },
  responses: { 200: enveloped(CorrelateStatusResponse, 'The correlation.') },
  refuses: ['NOT_FOUND'],
})

export const getGraph = endpoint({
  method: 'get',
  path: '/correlate/{correlation_id}/graph.svg',
  operationId: 'getCorrelationGraph',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get the clusters and links as an SVG image',
  description: 'The image names each domain, and draws the operator of each cluster.',
  request: { params },
  responses: {
    200: file('The image.', { 'image/svg+xml': { schema: z.string() } }),
  },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const getCorrelationStix = endpoint({
  method: 'get',
  path: '/correlate/{correlation_id}/stix',
  operationId: 'getCorrelationStix',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get a completed correlation as a STIX 2.1 bundle',
  description:
    'The bundle contains the domain names; for each analysis of this account the objects of ' +
    '`GET /jobs/{job_id}/stix`, each once; a `relationship` (type `related-to`, label ' +
    '`same-operator`) for each linked pair with its score as `confidence`; and a `grouping` ' +
    'for each cluster with its domains, links and operator. Of a domain whose analysis ' +
    'belongs to another account, it contains only the name. Every request returns the same ' +
    'bytes, and `Accept` is ignored.',
  request: { params },
  responses: { 200: stixBundle('The bundle.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})
