import { z } from '@hono/zod-openapi'
import { queryFlag, queryNumber } from '../../shared/platform/http/query-parameters.ts'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'
import { PortfolioResponse } from '../portfolio.ts'

const tags = ['Domains']
const params = z.object({ domain: z.string().openapi({ example: 'example.com' }) })

/** Instants that Postgres reads too: it knows no year 0. */
const EARLIEST_MS = Date.UTC(1900, 0, 1)
const LATEST_MS = Date.UTC(9999, 0, 1)

const cursor = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 timestamp, as next_cursor gives it' })
  .refine((text) => Date.parse(text) >= EARLIEST_MS && Date.parse(text) <= LATEST_MS, 'must lie between 1900 and 9999')

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
    job_id: z.string().nullable().openapi({ description: "Only on the caller's own runs." }),
    analyzed_at: z.string(),
    status: z.enum(['completed', 'partial', 'failed']),
    entity: z.string().nullable(),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .openapi({ description: 'Null for an external record, which is no analysis.' }),
    registrar: z.string().nullable(),
    nameservers: z.array(z.string()),
    source: z.enum(['local', 'external']),
    diff: HistoryDiff.nullable().openapi({ description: 'Against the next older entry; null when nothing changed.' }),
  })
  .openapi('HistoryEntry')

export const HistoryResponse = z
  .object({ domain: z.string(), entries: z.array(HistoryEntry), next_cursor: z.string().nullable() })
  .openapi('HistoryResponse')

export const domainHistory = endpoint({
  method: 'get',
  path: '/domains/{domain}/history',
  credential: 'key',
  idempotent: (request) => new URL(request.url).searchParams.get('include_external') === 'true',
  tags,
  summary: 'What was found out about a domain over time, newest first',
  description:
    'All analyses that the service ran, each compared with the one before. With include_external=true the page that reaches the oldest of them goes on with WHOIS records of an outside provider: 50 credits a reading, taken only when there are such records; its further pages are free for a day.',
  request: {
    params,
    query: z.object({
      limit: queryNumber(1, 100, 20),
      before: cursor.optional(),
      include_external: queryFlag(false),
    }),
  },
  responses: {
    200: enveloped(HistoryResponse, 'A page of history.'),
  },
  refuses: ['NOT_FOUND', 'INVALID_DOMAIN', 'INSUFFICIENT_CREDITS', 'REVERSE_WHOIS_UNAVAILABLE'],
})

// Not `extend`, which the document would describe as a composition of two schemas.
export const DomainPortfolioResponse = z
  .object({ ...PortfolioResponse.shape, domain: z.string(), entity_confidence: z.number().min(0).max(1) })
  .openapi('DomainPortfolioResponse')

export const domainPortfolio = endpoint({
  method: 'get',
  path: '/domains/{domain}/portfolio',
  credential: 'key',
  tags,
  summary: "The domains of the domain's operator",
  request: { params },
  responses: {
    200: enveloped(DomainPortfolioResponse, 'The portfolio.'),
  },
  refuses: ['NOT_FOUND', 'INVALID_DOMAIN', 'REVERSE_WHOIS_UNAVAILABLE'],
})
