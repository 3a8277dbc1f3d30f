import { queryOptions } from '@tanstack/preact-query'
import { api, read, type Schemas } from '../api/api-client.ts'
import { hasEntityLength } from './entity-characters.ts'

const ENTITIES_READ = 5

/**
 * The operator of exactly this name with its stored domains, or null if none is known. Unlike a
 * portfolio, the search buys nothing from a provider.
 */
export const exactEntityQuery = (name: string, isWanted = true) =>
  queryOptions({
    queryKey: ['entities', name, 'exact'],
    queryFn: async ({ signal }): Promise<Schemas['FoundEntity'] | null> => {
      const query = { q: name, limit: ENTITIES_READ }
      const { entities } = await read(api.GET('/entities/search', { params: { query }, signal }))
      return entities.find(({ match }) => match === 'exact') ?? null
    },
    enabled: isWanted && hasEntityLength(name),
  })
