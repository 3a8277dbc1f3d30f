import { entityPortfolio } from '../../shared/entities/entity-portfolio.ts'
import { searchEntities } from '../../shared/entities/search-entities.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const entities = router()

entities.openapi(contract.searchEntities, async (c) => {
  const { found, meta } = await searchEntities(c.var.services, c.req.valid('query'))
  return c.json(ok(found, meta), 200)
})

entities.openapi(contract.entityPortfolio, async (c) =>
  c.json(ok(await entityPortfolio(c.var.services, c.req.valid('param').name)), 200),
)
