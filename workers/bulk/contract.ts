import { z } from '@hono/zod-openapi'
import { csvLines } from '../../shared/bulk/bulk-lines.ts'
import { BulkJob } from '../../shared/bulk/read-bulk.ts'
import type { BulkRequest } from '../../shared/bulk/submit-bulk.ts'
import { DEPTHS, JOB_STATUSES, JobError } from '../../shared/jobs/job.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { body, enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Maximum number of domains that the schema of a bulk request accepts, to limit the parsing work. `submitBulk` checks the exact limit
 * (BULK_MAX_DOMAINS) later.
 */
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

export function csvRequest(query: z.input<typeof CsvSettings>, bytes: Uint8Array): BulkRequest {
  return { ...CsvSettings.parse(query), lines: csvLines(bytes) }
}

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
    'The service analyses the list in the background. When all lines have ended, the account receives an email with links to the results as CSV and JSON. A text/csv body contains the domains in its first column (the header `domain` is optional); `depth` and `callback_url` are then query parameters. Every line is an item; an invalid line has an error and costs nothing.',
  request: {
    query: CsvSettings.partial(),
    // The request body is optional in the OpenAPI document. If it were required, the library zod-openapi would parse a CSV body as JSON. A
    // request without a body still gets status 415.
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
  summary: 'Show the status of a bulk job and the links to its results',
  request: { params },
  responses: { 200: enveloped(BulkJob, 'The bulk job. All counts are numbers of lines.') },
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
  summary: 'List the lines of a bulk job, in order',
  request: { params, query: z.object({ limit: queryNumber(1, 1_000, 100), offset: queryOffset() }) },
  responses: {
    200: enveloped(z.object({ items: z.array(BulkItem) }).openapi('BulkItemsResponse'), 'A page of lines.', 'paged'),
  },
  refuses: ['NOT_FOUND'],
})
