import { z } from '@hono/zod-openapi'
import { ScoringResult, WARNING_KINDS } from '../../shared/attribution/scoring/scoring-result.ts'
import { csvLines } from '../../shared/bulk/bulk-lines.ts'
import { BulkSummary } from '../../shared/bulk/export-bulk.ts'
import { BulkJob, ITEM_STATUSES } from '../../shared/bulk/read-bulk.ts'
import { type BulkRequest, tooManyLines } from '../../shared/bulk/submit-bulk.ts'
import { AnswerReliability, DEPTHS, JobError, Passive } from '../../shared/jobs/job.ts'
import { StixBundle } from '../../shared/jobs/stix/bundle-description.ts'
import { DomainUnicode } from '../../shared/platform/http/domain-unicode.ts'
import { CallbackUrl, DomainText, idOf } from '../../shared/platform/http/fields.ts'
import { givenName } from '../../shared/platform/http/given-name.ts'
import { requireFewValues } from '../../shared/platform/http/json-size.ts'
import { queryFlag, queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { body, enveloped, file, POLLED } from '../../shared/platform/http/responses.ts'
import { requireNoQuery } from '../../shared/platform/http/validation.ts'
import { endpoint } from '../endpoint.ts'

// These limits only bound the work of parsing. `submitBulk` checks the limit of domains in a list
// (BULK_MAX_DOMAINS).
const DOMAINS_PARSED_MAX = 200_000
const BODY_BYTES_MAX = 4 * 1024 * 1024
/** Largest number of values that a JSON body may have besides its domains, for example `depth`. */
const OTHER_VALUES_MAX = 100
const name = givenName(64).optional().openapi({ description: 'A name of the list, for people.' })

export const BulkSubmitRequest = z
  .strictObject({
    domains: z.array(DomainText).min(1, 'must hold at least one domain').max(DOMAINS_PARSED_MAX),
    depth: z.enum(DEPTHS).default('deep'),
    passive: Passive,
    name,
    callback_url: CallbackUrl.optional(),
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

const CsvSettings = z.object({
  depth: z.enum(DEPTHS).default('deep'),
  passive: queryFlag(false),
  name,
  callback_url: CallbackUrl.optional(),
})

export function isCsv(request: Request): boolean {
  return /^\s{0,9}text\/csv\b/i.test(request.headers.get('content-type') ?? '')
}

export function csvRequest(
  settings: z.output<typeof CsvSettings>,
  bytes: Uint8Array,
  linesMax: number,
): BulkRequest {
  return { ...settings, lines: csvLines(bytes, linesMax) }
}

/** Throws PublicError VALIDATION_ERROR if `query` has a setting. */
export function jsonRequest(body: unknown, query: Record<string, string>): BulkRequest {
  requireNoQuery(query)
  const { domains, ...settings } = BulkSubmitRequest.parse(body)
  return { ...settings, lines: domains.map((text) => ({ text })) }
}

export const requireJsonSize = (body: Uint8Array, linesMax: number): void =>
  requireFewValues(body, linesMax + OTHER_VALUES_MAX, () => tooManyLines(linesMax))

const tags = ['Analysis']
const params = z.object({ bulk_job_id: z.string() })

export const submitBulk = endpoint({
  method: 'post',
  path: '/analyze/bulk',
  operationId: 'analyzeBulk',
  credential: 'key',
  playgroundKeys: true,
  idempotent: true,
  bodyBytesMax: BODY_BYTES_MAX,
  bodyTypes: ['application/json', 'text/csv'],
  requireJsonSize: (body, { BULK_MAX_DOMAINS }) => requireJsonSize(body, BULK_MAX_DOMAINS),
  tags,
  summary: 'Submit a list of domains',
  description:
    'The service analyses the list in the background. When all lines have ended, the account ' +
    'receives an email with links to the results as CSV, JSON and a STIX 2.1 bundle. A text/csv ' +
    'body contains the domains in its first column (the header `domain` is optional); `depth`, ' +
    '`passive`, `name` and `callback_url` are then query parameters, and a JSON body takes ' +
    'none. Every line is an item, except blank lines of a CSV; a URL stands for its host; an ' +
    'invalid line has an error and costs nothing. A list takes at most 10,000 lines ' +
    '(`BULK_MAX_DOMAINS`). An account may submit 10 lists per hour (`BULK_LISTS_PER_HOUR`) and, ' +
    'by tier, 2,000 (free), 50,000 (pro) or 500,000 (team, enterprise) lines per day (UTC, ' +
    '`BULK_LINES_PER_DAY`), rejected lines included; then the response is 429. 5,000 lines, ' +
    'jobs and correlated domains per day (UTC, `SANDBOX_JOBS_PER_DAY`) may be sandbox domains; ' +
    'further ones are rejected with `RATE_LIMITED`. At most 250 lines of all lists of an ' +
    'account are analyzed at the same time. A list without a valid line is `completed` at once, ' +
    'without files and without an email.',
  request: {
    query: CsvSettings,
    // The request body is optional only in the OpenAPI document. If it were required there, the
    // library zod-openapi would parse a CSV body as JSON. A request without a body still gets
    // status 415.
    body: {
      content: {
        'application/json': { schema: BulkSubmitRequest },
        'text/csv': { schema: z.string().openapi({ maxLength: BODY_BYTES_MAX }) },
      },
    },
  },
  responses: {
    202: { ...body(BulkSubmitResponse, 'The list is accepted.'), headers: POLLED },
  },
})

export const getBulk = endpoint({
  method: 'get',
  path: '/analyze/bulk/{bulk_job_id}',
  operationId: 'getBulkJob',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Show the status of a bulk job and the links to its results',
  description: '`exports` has the signed links as soon as the list is completed.',
  request: { params },
  responses: { 200: enveloped(BulkJob, 'The bulk job. All counts are numbers of lines.') },
  refuses: ['NOT_FOUND'],
})

export const listBulk = endpoint({
  method: 'get',
  path: '/analyze/bulk',
  operationId: 'listBulkJobs',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'List the bulk jobs of the account, newest first',
  description: 'Each row is what `GET /analyze/bulk/{bulk_job_id}` answers.',
  request: { query: z.object({ limit: queryNumber(1, 100, 20), offset: queryOffset() }) },
  responses: {
    200: enveloped(
      z.object({ lists: z.array(BulkJob) }).openapi('BulkListResponse'),
      'A page of bulk jobs.',
      'paged',
    ),
  },
})

export const stopBulk = endpoint({
  method: 'post',
  path: '/analyze/bulk/{bulk_job_id}/stop',
  operationId: 'stopBulkJob',
  credential: 'key',
  idempotent: true,
  tags,
  summary: 'Stop a running bulk job',
  description:
    'Lines that have not started become `stopped` and are refunded. An analysis that runs, or ' +
    'that another request of the account waits for, ends normally and stays charged. The list ' +
    'then ends `completed`, with the files of what is finished, its email and its callback. A ' +
    'repeated stop changes nothing; after the last line has ended the response is 409.',
  request: {
    params: z.object({
      bulk_job_id: idOf('blk', 'a bulk job'),
    }),
  },
  responses: { 200: enveloped(BulkJob, 'The bulk job, without the lines that were stopped.') },
  refuses: ['NOT_FOUND', 'LIST_ENDED'],
})

const BulkItem = z
  .object({
    index: z.number().int(),
    domain: z.string(),
    domain_unicode: DomainUnicode.nullable().openapi({
      description: '`domain` in Unicode (UTS 46). Null for a line without a valid domain.',
    }),
    status: z.enum(ITEM_STATUSES),
    job_id: z.string().nullable(),
    entity: z.string().nullable(),
    confidence: z.number().nullable(),
    ...AnswerReliability,
    error: z.union([JobError, z.null()]),
  })
  .openapi('BulkItem')

export const listItems = endpoint({
  method: 'get',
  path: '/analyze/bulk/{bulk_job_id}/items',
  operationId: 'listBulkItems',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'List the lines of a bulk job, in order',
  description:
    'Refused lines, stopped lines and lines with sandbox domains are deleted 7 days after the ' +
    'end of the list, and the list and its jobs after 400 days. A line has its answer as soon as its job ' +
    'has ended. `outcome` and `warning` list the lines with this outcome, or with a warning ' +
    'of this kind; `offset` then counts these lines only.',
  request: {
    params,
    query: z.object({
      limit: queryNumber(1, 1_000, 100),
      offset: queryOffset(),
      outcome: ScoringResult.shape.outcome.optional(),
      warning: z.enum(WARNING_KINDS).optional(),
    }),
  },
  responses: {
    200: enveloped(
      z.object({ items: z.array(BulkItem) }).openapi('BulkItemsResponse'),
      'A page of lines.',
      'paged',
    ),
  },
  refuses: ['NOT_FOUND'],
})

export const download = endpoint({
  method: 'get',
  path: '/exports/{file}',
  operationId: 'downloadExport',
  credential: 'none',
  tags,
  summary: 'Download a result file of a bulk job with the signed link from the email',
  description:
    'The file is `{bulk_job_id}.csv`, `{bulk_job_id}.json` (one object per line), ' +
    '`{bulk_job_id}.stix` (one STIX 2.1 bundle with the objects of all finished jobs, each ' +
    'object once) or `{bulk_job_id}.summary.json`. The link is signed and works until it ' +
    'expires or the account is closed. The CSV begins with a UTF-8 byte order mark, because ' +
    'some spreadsheet programs need it; `bom=false` leaves it out.',
  request: {
    params: z.object({
      file: z.string().openapi({ maxLength: 64, example: 'blk_01jz3c9m4wf5h8x2q6t7v0n1ke.csv' }),
    }),
    query: z.object({
      expires: z.string().optional().openapi({
        maxLength: 16,
        description: 'Unix time in seconds at which the link expires.',
      }),
      signature: z.string().optional().openapi({ maxLength: 128 }),
      bom: queryFlag(true),
    }),
  },
  responses: {
    200: file('The file.', {
      'text/csv': { schema: z.string() },
      'application/x-ndjson': { schema: z.string() },
      'application/stix+json': { schema: StixBundle },
      'application/json': { schema: BulkSummary },
    }),
  },
  refuses: ['NOT_FOUND', 'LINK_INVALID', 'LINK_EXPIRED'],
})
