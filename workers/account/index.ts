import { actorOf } from '../../shared/accounts/actor.ts'
import { deleteLlmKey, listLlmKeys, saveLlmKey } from '../../shared/accounts/llm-keys.ts'
import type { Caller } from '../../shared/http/caller.ts'
import { ok } from '../../shared/http/envelope.ts'
import { family } from '../../shared/http/family.ts'
import { addressPrefixOf } from '../../shared/http/request-id.ts'
import { createCircuits } from '../../shared/outbound/circuit.ts'
import { createGate } from '../../shared/outbound/gate.ts'
import * as contract from './contract.ts'

const actor = (c: { req: { raw: Request }; var: { caller: Caller; requestId: string } }) =>
  actorOf({
    accountId: c.var.caller.accountId,
    keyId: c.var.caller.keyId,
    addressPrefix: addressPrefixOf(c.req.raw),
    requestId: c.var.requestId,
  })

export default family(contract.needs, (app) => {
  app.openapi(contract.listLlmKeys, async (c) =>
    c.json(ok({ keys: await listLlmKeys(c.var.db, c.var.caller, c.env.LLM_MODELS) }), 200),
  )

  app.openapi(contract.saveLlmKey, async (c) => {
    const deps = {
      db: c.var.db,
      sealKeys: c.env.SEAL_KEYS,
      models: c.env.LLM_MODELS,
      savesPerHour: c.env.LLM_KEY_SAVES_PER_HOUR,
      outside: {
        fetch: (url: string, init: RequestInit) => fetch(url, init),
        gate: createGate(),
        // Of this one question: what a caller's key brings about is nobody else's.
        circuits: createCircuits(),
        now: () => new Date(),
        wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
        signal: c.req.raw.signal,
      },
    }
    return c.json(ok(await saveLlmKey(deps, c.var.caller, actor(c), c.req.valid('json'))), 200)
  })

  app.openapi(contract.deleteLlmKey, async (c) => {
    await deleteLlmKey(c.var.db, actor(c), c.req.valid('param').provider)
    return c.body(null, 204)
  })
})
