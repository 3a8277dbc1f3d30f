import { z } from '@hono/zod-openapi'
import { SEARCH_OFFSET_MAX } from '../../shared/entities/search-entities.ts'
import { Time } from '../../shared/platform/http/fields.ts'
import { queryFlag, queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'
import { BasisOfDomain, PORTFOLIO_LIMITS, PortfolioResponse, StatedCount } from '../portfolio.ts'

const tags = ['Entities']

const FoundEntity = z
  .object({
    entity_id: z.string(),
    name: z.string(),
    match: z.enum(['exact', 'prefix', 'substring', 'fuzzy']),
    domains: z.array(
      z.object({
        domain: z.string(),
        confidence: z.number(),
        basis: BasisOfDomain,
        last_analyzed_at: Time,
      }),
    ),
    domain_count: z
      .number()
      .int()
      .openapi({ description: 'All domains, also those that `domains` leaves out.' }),
    stated_count: StatedCount,
    portfolio_count: z.number().int().optional(),
  })
  .openapi('FoundEntity')

export const EntitySearchResponse = z
  .object({ query: z.string(), entities: z.array(FoundEntity) })
  .openapi('EntitySearchResponse')

export const searchEntities = endpoint({
  method: 'get',
  path: '/entities/search',
  operationId: 'searchEntities',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Search operators by name, with their domains',
  description:
    'Names and queries are normalised in the same way: case, diacritics, punctuation and ' +
    'legal forms do not matter. Exact matches come first, then prefixes, then substrings. ' +
    'Similar names are listed only if none of these matches exists. `offset` is at most ' +
    '1,000; a longer query finds later names. The domains of an operator that somebody else ' +
    'than the site confirms come first. If there is one, a domain that only states the ' +
    'operator is listed only if it is at least a year old.',
  request: {
    query: z.object({
      q: z.string().min(2).max(255),
      limit: queryNumber(1, 100, 20),
      offset: queryOffset(SEARCH_OFFSET_MAX),
      include_portfolio: queryFlag(false),
    }),
  },
  responses: { 200: enveloped(EntitySearchResponse, 'A page of operators.', 'paged') },
})

export const entityPortfolio = endpoint({
  method: 'get',
  path: '/entities/{name}/portfolio',
  operationId: 'getEntityPortfolio',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'List the domains of an operator, given by name or id',
  description: `An id is an \`entity_id\` of the search or of a history. ${PORTFOLIO_LIMITS}`,
  request: {
    params: z.object({
      name: z
        .string()
        .min(2)
        .max(255)
        .regex(/^\P{Cc}*$/u, 'must not contain control characters')
        // Written by hand, because the generator of the OpenAPI document would add the flag `u` to
        // the pattern.
        .openapi({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
    }),
  },
  responses: { 200: enveloped(PortfolioResponse, 'The portfolio.') },
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'REVERSE_WHOIS_UNAVAILABLE'],
})
