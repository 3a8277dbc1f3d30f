import { deleteLlmKey, listLlmKeys, saveLlmKey } from '../../shared/models/llm-keys.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const account = router()

account.openapi(contract.listLlmKeys, async (c) =>
  c.json(ok({ keys: await listLlmKeys(c.var.services, c.var.caller) }), 200),
)

account.openapi(contract.saveLlmKey, async (c) =>
  c.json(ok(await saveLlmKey(c.var.services, c.var.caller, c.req.valid('json'), c.req.raw.signal)), 200),
)

account.openapi(contract.deleteLlmKey, async (c) => {
  await deleteLlmKey(c.var.services, c.var.caller, c.req.valid('param').provider)
  return c.body(null, 204)
})
