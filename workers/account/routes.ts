import { presentLlmKey } from '../../shared/account-export/documents.ts'
import { deleteLlmKey, saveLlmKey } from '../../shared/models/llm-keys.ts'
import { listLlmKeys } from '../../shared/models/queries.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const account = router()

account.openapi(contract.listLlmKeys, async (c) => {
  const { db, env } = c.var.services
  const keys = await listLlmKeys(db, c.var.caller.accountId)
  return c.json(ok({ keys: keys.map((key) => presentLlmKey(key, env.LLM_MODELS)) }), 200)
})

account.openapi(contract.saveLlmKey, async (c) => {
  const key = await saveLlmKey(c.var.services, c.var.caller, c.req.valid('json'), c.req.raw.signal)
  return c.json(ok(presentLlmKey(key, c.var.services.env.LLM_MODELS)), 200)
})

account.openapi(contract.deleteLlmKey, async (c) => {
  await deleteLlmKey(c.var.services, c.var.caller, c.req.valid('param').provider)
  return c.body(null, 204)
})
