import { z } from '@hono/zod-openapi'
import { BASES } from '../../shared/attribution/basis.ts'
import { DomainText, Time } from '../../shared/platform/http/fields.ts'
import { queryFlag, queryNumber } from '../../shared/platform/http/query-parameters.ts'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'
import { PORTFOLIO_LIMITS, PortfolioResponse } from '../portfolio.ts'

const tags = ['Domains']
const params = z.object({ domain: DomainText })

// Times outside of this range are refused, because Postgres cannot store some of them, for example
// the year 0.
const EARLIEST_MS = Date.UTC(1900, 0, 1)
const LATEST_MS = Date.UTC(9999, 0, 1)

const cursor = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 timestamp, as in next_cursor' })
  .refine(
    (text) => Date.parse(text) >= EARLIEST_MS && Date.parse(text) <= LATEST_MS,
    'must be between 1900 and 9999',
  )

const change = z.object({ from: z.string().nullable(), to: z.string().nullable() })

const HistoryDiff = z
  .object({
    entity: change.nullable(),
    registrar: change.nullable(),
    nameservers: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }).nullable(),
    confidence: z.object({ from: z.number(), to: z.number(), delta: z.number() }).nullable(),
  })
  .openapi('HistoryDiff')

const HistoryEntry = z
  .object({
    job_id: z
      .string()
      .nullable()
      .openapi({ description: 'The job, if it belongs to the account of the caller; else null.' }),
    analyzed_at: Time,
    status: z.enum(['completed', 'partial', 'failed']),
    entity: z.string().nullable(),
    entity_id: z.string().nullable().openapi({
      description: 'Id of the operator in the search. Null without one, and in the sandbox.',
    }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .openapi({ description: 'Null for an external record, which is not an analysis.' }),
    basis: z
      .enum(BASES)
      .nullable()
      .openapi({
        description:
          'Null if nobody is named, for an external record, and for an analysis that was stored ' +
          'without it.',
      }),
    registrar: z.string().nullable(),
    nameservers: z.array(z.string()),
    source: z.enum(['local', 'external']),
    diff: HistoryDiff.nullable().openapi({
      description:
        'Changes since the next older entry; null if nothing changed. Entity and confidence are ' +
        'compared with the next older passive analysis if this one is passive, otherwise with ' +
        'the next older active one.',
    }),
  })
  .openapi('HistoryEntry')

export const HistoryResponse = z
  .object({
    domain: z.string(),
    entries: z.array(HistoryEntry),
    next_cursor: Time.nullable(),
  })
  .openapi('HistoryResponse')

const wantsExternal = (request: Request) =>
  new URL(request.url).searchParams.getAll('include_external').includes('true')

export const domainHistory = endpoint({
  method: 'get',
  path: '/domains/{domain}/history',
  operationId: 'getDomainHistory',
  credential: 'key',
  playgroundKeys: (request) => !wantsExternal(request),
  idempotent: wantsExternal,
  tags,
  summary: 'List the history of a domain, newest first',
  description:
    'Lists all analyses that the service ran, each compared with the previous analysis. With ' +
    '`include_external=true`, the page with the oldest analysis continues with WHOIS records ' +
    'of an outside provider. This costs 50 credits, refunded if the provider has no such ' +
    'records. The account keeps the records: further pages and later readings are free. A ' +
    'playground key gets 403 `FORBIDDEN` for it.',
  request: {
    params,
    query: z.object({
      limit: queryNumber(1, 100, 20),
      before: cursor.optional(),
      include_external: queryFlag(false),
    }),
  },
  responses: { 200: enveloped(HistoryResponse, 'A page of history.') },
  refuses: [
    'NOT_FOUND',
    'INVALID_DOMAIN',
    'FORBIDDEN',
    'INSUFFICIENT_CREDITS',
    'REVERSE_WHOIS_UNAVAILABLE',
  ],
})

// The fields are copied, because `extend` would make the OpenAPI document combine two schemas with
// `allOf`.
export const DomainPortfolioResponse = z
  .object({
    ...PortfolioResponse.shape,
    domain: z.string(),
    entity_confidence: z.number().min(0).max(1),
  })
  .openapi('DomainPortfolioResponse')

export const domainPortfolio = endpoint({
  method: 'get',
  path: '/domains/{domain}/portfolio',
  operationId: 'getDomainPortfolio',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'List all domains of the operator of a domain',
  description: PORTFOLIO_LIMITS,
  request: { params },
  responses: { 200: enveloped(DomainPortfolioResponse, 'The portfolio.') },
  refuses: ['NOT_FOUND', 'INVALID_DOMAIN', 'FORBIDDEN', 'REVERSE_WHOIS_UNAVAILABLE'],
})
