import { z } from 'zod'
import { PublicError } from '../../../shared/platform/http/errors.ts'
import { Domain } from './analyses.ts'
import { pathOf } from './own-routes.ts'
import { defineTool, STARTS } from './tool.ts'

const Listed = z.object({
  domain: z.string(),
  source: z.string(),
  confidence: z.number().nullable(),
  basis: z.string().nullable(),
  registered_at: z.string().nullable(),
})

const input = z.strictObject({
  domain: Domain.optional(),
  entity: z.string().min(2).max(255).optional(),
  limit: z.int().min(1).max(50).default(20),
})

export const getPortfolio = defineTool({
  name: 'get_portfolio',
  description:
    'Domains of an operator: give domain (analysed) or entity. Free; a new list uses ' +
    '1 reverse WHOIS purchase of the day.',
  input,
  output: z.object({
    entity: z.string(),
    domain: z.string().optional(),
    entity_confidence: z.number().optional(),
    domains: z.array(Listed),
    total: z.number(),
    stated_count: z.number(),
    truncated: z.boolean(),
    fetched_at: z.string(),
  }),
  // Not marked as read-only, because a call may use up one of the purchases of the day.
  annotations: STARTS,
  async run({ routes }, { domain, entity, limit }) {
    const found = (await routes.get(portfolioPath(domain, entity))) as { domains: unknown[] }
    const isMore = found.domains.length > limit
    return {
      data: { ...found, domains: found.domains.slice(0, limit), ...(isMore ? { more: true } : {}) },
    }
  },
})

function portfolioPath(domain: string | undefined, entity: string | undefined): string {
  if (domain !== undefined && entity === undefined) return pathOf`/domains/${domain}/portfolio`
  if (entity !== undefined && domain === undefined) return pathOf`/entities/${entity}/portfolio`
  const message = 'give exactly one of domain and entity'
  throw new PublicError('VALIDATION_ERROR', `domain: ${message}`, {
    details: [{ path: 'domain', message }],
  })
}
