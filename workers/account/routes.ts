import { deleteLlmKey, listLlmKeys, saveLlmKey } from '../../shared/models/llm-keys.ts'
import { actorOf } from '../../shared/platform/actor.ts'
import { doerOf } from '../../shared/platform/http/doer.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { createCircuits } from '../../shared/platform/net/circuits.ts'
import { createGate } from '../../shared/platform/net/connection-gate.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

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
        fetch: fetchOutside,
        gate: createGate(),
        // Of this one question: what a caller's key brings about is nobody else's.
        circuits: createCircuits(),
        now: () => new Date(),
        wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
        signal: c.req.raw.signal,
      },
    }
    return c.json(ok(await saveLlmKey(deps, c.var.caller, actorOf(doerOf(c)), c.req.valid('json'))), 200)
  })

  app.openapi(contract.deleteLlmKey, async (c) => {
    await deleteLlmKey(c.var.db, actorOf(doerOf(c)), c.req.valid('param').provider)
    return c.body(null, 204)
  })
})
