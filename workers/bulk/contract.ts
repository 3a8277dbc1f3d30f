import { z } from '@hono/zod-openapi'
import { csvLines } from '../../shared/bulk/bulk-lines.ts'
import { BulkJob } from '../../shared/bulk/read-bulk.ts'
import type { BulkRequest } from '../../shared/bulk/submit-bulk.ts'
import { DEPTHS, JOB_STATUSES, JobError } from '../../shared/jobs/job.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { body, enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

/** More than any list may hold: the exact number is a var, and is checked by the verb. */
const DOMAINS_PARSED_MAX = 200_000
const BODY_BYTES_MAX = 4 * 1024 * 1024

export const BulkSubmitRequest = z
  .strictObject({
    domains: z.array(z.string()).min(1, 'must hold at least one domain').max(DOMAINS_PARSED_MAX),
    depth: z.enum(DEPTHS).default('deep'),
    callback_url: z.string().optional(),
  })
  .openapi('BulkSubmitRequest')

export const BulkSubmitResponse = z
  .object({
    bulk_job_id: z.string(),
    status: z.literal('accepted'),
    total: z.number().int(),
    accepted: z.number().int(),
    rejected: z.number().int(),
  })
  .openapi('BulkSubmitResponse')

const CsvSettings = z.object({ depth: z.enum(DEPTHS).default('deep'), callback_url: z.string().optional() })

export function isCsv(request: Request): boolean {
  return /^\s{0,9}text\/csv\b/i.test(request.headers.get('content-type') ?? '')
}

/** A list in a CSV body, its settings in the query. */
export function csvRequest(query: z.input<typeof CsvSettings>, bytes: Uint8Array): BulkRequest {
  return { ...CsvSettings.parse(query), lines: csvLines(bytes) }
}

/** A list in a JSON body that has been validated. */
export function jsonRequest(body: unknown): BulkRequest {
  const { domains, ...settings } = BulkSubmitRequest.parse(body)
  return { ...settings, lines: domains.map((text) => ({ text })) }
}

const tags = ['Analysis']
const params = z.object({ bulk_job_id: z.string() })

export const submitBulk = endpoint({
  method: 'post',
  path: '/analyze/bulk',
  credential: 'key',
  idempotent: true,
  bodyBytesMax: BODY_BYTES_MAX,
  bodyTypes: ['application/json', 'text/csv'],
  tags,
  summary: 'Submit a list of domains',
  description:
    'The list is analysed in the background; when all of it has ended, links to the results as CSV and JSON are mailed to the account. A text/csv body holds the domains in its first column (the header `domain` is optional) and takes depth and callback_url as query parameters. Every line is an item; wrong ones carry an error and cost nothing.',
  request: {
    query: CsvSettings.partial(),
    // Not `required`, by which a CSV body would be read as JSON; a request without a body is a 415 all the same.
    body: {
      content: { 'application/json': { schema: BulkSubmitRequest }, 'text/csv': { schema: z.string() } },
    },
  },
  responses: { 202: body(BulkSubmitResponse, 'The list is accepted.') },
})

export const getBulk = endpoint({
  method: 'get',
  path: '/analyze/bulk/{bulk_job_id}',
  credential: 'key',
  tags,
  summary: 'How a list stands, and the links to its results',
  request: { params },
  responses: { 200: enveloped(BulkJob, 'The bulk job. Counts are of lines.') },
  refuses: ['NOT_FOUND'],
})

const BulkItem = z
  .object({
    index: z.number().int(),
    domain: z.string(),
    status: z.enum(['pending', 'rejected', ...JOB_STATUSES]),
    job_id: z.string().nullable(),
    error: z.union([JobError, z.null()]),
  })
  .openapi('BulkItem')

export const listItems = endpoint({
  method: 'get',
  path: '/analyze/bulk/{bulk_job_id}/items',
  credential: 'key',
  tags,
  summary: 'The lines of a list, in order',
  request: { params, query: z.object({ limit: queryNumber(1, 1_000, 100), offset: queryOffset() }) },
  responses: {
    200: enveloped(z.object({ items: z.array(BulkItem) }).openapi('BulkItemsResponse'), 'A page of lines.', 'paged'),
  },
  refuses: ['NOT_FOUND'],
})
