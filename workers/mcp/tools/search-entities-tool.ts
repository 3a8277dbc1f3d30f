import { z } from 'zod'
import { defineTool, READS } from './tool.ts'

// Largest number of domains that are shown for one entity. The tool get_portfolio lists all of
// them.
const DOMAINS_SHOWN_MAX = 5

const Entity = z.object({
  entity_id: z.string(),
  name: z.string(),
  match: z.string(),
  domains: z.array(
    z.object({
      domain: z.string(),
      confidence: z.number(),
      basis: z.string().nullable(),
      last_analyzed_at: z.string(),
    }),
  ),
  domain_count: z.number(),
  stated_count: z.number(),
})

export const searchEntities = defineTool({
  name: 'search_entities',
  description:
    'Finds operators by name, up to 5 domains each (more: get_portfolio). ' + 'Free; starts none.',
  input: z.strictObject({
    query: z.string().min(2).max(255),
    limit: z.int().min(1).max(20).default(10),
  }),
  output: z.object({ query: z.string(), entities: z.array(Entity) }),
  annotations: READS,
  async run({ routes }, { query, limit }) {
    const found = (await routes.get('/entities/search', { q: query, limit: limit + 1 })) as Found
    const entities = found.entities
      .slice(0, limit)
      .map((one) => ({ ...one, domains: one.domains.slice(0, DOMAINS_SHOWN_MAX) }))
    return {
      data: { ...found, entities, ...(found.entities.length > limit ? { more: true } : {}) },
    }
  },
})

interface Found {
  entities: z.output<typeof Entity>[]
}
