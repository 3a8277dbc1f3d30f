import { z } from '@hono/zod-openapi'
import { PortfolioResponse } from '../../shared/entities/entity-portfolio.ts'
import { EntitySearchResponse } from '../../shared/entities/search-entities.ts'
import { queryFlag, queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, refusals } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Entities']

export const searchEntities = endpoint({
  method: 'get',
  path: '/entities/search',
  credential: 'key',
  tags,
  summary: 'Operators by name, with their domains',
  description:
    'Names and queries are normalised alike: case, diacritics, punctuation and legal forms do not matter. Exact matches come before prefixes, prefixes before substrings; alike names are shown only where there is none of these.',
  request: {
    query: z.object({
      q: z.string().min(2).max(255),
      limit: queryNumber(1, 100, 20),
      offset: queryOffset(),
      include_portfolio: queryFlag(false),
    }),
  },
  responses: { 200: enveloped(EntitySearchResponse, 'A page of operators.', 'paged') },
})

export const entityPortfolio = endpoint({
  method: 'get',
  path: '/entities/{name}/portfolio',
  credential: 'key',
  tags,
  summary: 'The domains of an operator',
  request: {
    params: z.object({
      name: z
        .string()
        .min(2)
        .max(255)
        .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    }),
  },
  responses: { 200: enveloped(PortfolioResponse, 'The portfolio.'), ...refusals('REVERSE_WHOIS_UNAVAILABLE') },
})
