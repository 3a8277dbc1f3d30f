import { entityPortfolio } from '../../shared/entities/entity-portfolio.ts'
import { type Match, searchEntities } from '../../shared/entities/search-entities.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { presentPortfolio } from '../portfolio.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const entities = router()

const presentMatch = ({ entity, registrations }: Match) => ({
  ...entity,
  ...(registrations === null ? {} : { portfolio_count: registrations }),
})

entities.openapi(contract.searchEntities, async (c) => {
  const query = c.req.valid('query')
  const { matches, meta } = await searchEntities(c.var.services, query)
  return c.json(ok({ query: query.q, entities: matches.map(presentMatch) }, meta), 200)
})

entities.openapi(contract.entityPortfolio, async (c) =>
  c.json(
    ok(
      presentPortfolio(
        await entityPortfolio(c.var.services, c.var.caller, c.req.valid('param').name),
      ),
    ),
    200,
  ),
)
