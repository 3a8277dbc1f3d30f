import { exportAccount } from '../../shared/account-export/export-account.ts'
import { presentKey } from '../../shared/accounts/api-key.ts'
import { closeAccount } from '../../shared/accounts/close-account.ts'
import { createKey, keyCaps, mintSessionKey } from '../../shared/accounts/create-key.ts'
import { provenIdentity } from '../../shared/accounts/credentials.ts'
import { changeEmailPreferences, readEmailPreferences } from '../../shared/accounts/email-preferences.ts'
import type { Peppers } from '../../shared/accounts/key-tokens.ts'
import { readProfile } from '../../shared/accounts/profile.ts'
import * as keys from '../../shared/accounts/queries.ts'
import { revokeKey } from '../../shared/accounts/revoke-key.ts'
import { signIn } from '../../shared/accounts/sign-in.ts'
import { dispatchNow } from '../../shared/outbox/dispatch-outbox.ts'
import { actorOf } from '../../shared/platform/actor.ts'
import type { Caller } from '../../shared/platform/caller.ts'
import type { Database } from '../../shared/platform/db/client.ts'
import { doerOf } from '../../shared/platform/http/doer.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { addressPrefixOf } from '../../shared/platform/http/request-id.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { acceptCaller, family } from '../family.ts'
import { outboxHandlers } from '../outbox-handlers.ts'
import * as contract from './contract.ts'

/** What is secret or personal must not lie in anybody's cache. */
const NO_STORE = { 'cache-control': 'no-store' }
/** What the address needs to be free again, and what else would be paid for. */
const CLOSING_TOPICS = new Set(['identity_delete', 'stripe_cancel'])
/** The answer waits this long for the telling, which goes on behind it. */
const TELLING_MS = 10_000

interface Asked {
  req: { raw: Request }
  env: { API_KEY_PEPPER: Peppers }
  var: { db: Database; caller: Caller; requestId: string }
}

const actor = (c: Parameters<typeof doerOf>[0]) => actorOf(doerOf(c))

const admission = (c: Asked) => ({
  db: c.var.db,
  peppers: c.env.API_KEY_PEPPER,
  addressPrefix: addressPrefixOf(c.req.raw),
})

const keyMaking = (c: Asked) => ({
  db: c.var.db,
  peppers: c.env.API_KEY_PEPPER,
  randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
})

export default family(contract.needs, (app) => {
  app.openapi(contract.verifyToken, async (c) => {
    const { IDP_URL: url, IDP_PUBLISHABLE_KEY: publishableKey, VERIFY_TOKEN_PER_MINUTE: limitPerMinute } = c.env
    const identity = { url, publishableKey, fetch: fetchOutside }
    const deps = { db: c.var.db, peppers: c.env.API_KEY_PEPPER, identity, limitPerMinute }
    const session = await signIn(deps, c.req.valid('json'), c.req.raw.headers.get('cf-connecting-ip'))
    return c.json(ok(session), 200, NO_STORE)
  })

  app.openapi(contract.readMe, async (c) => {
    const { caller, profile } = await readProfile(admission(c), await provenIdentity(c), c.env)
    await acceptCaller(c, caller)
    return c.json(ok(profile), 200, NO_STORE)
  })

  app.openapi(contract.closeMe, async (c) => {
    const handlers = outboxHandlers(c.env, { db: c.var.db, fetch: fetchOutside, now: () => new Date() })
    // What else the account owes is the sweep's: the answer waits for nothing older than the closing.
    const closing = Object.fromEntries(Object.entries(handlers).filter(([topic]) => CLOSING_TOPICS.has(topic)))
    const deps = {
      ...admission(c),
      requestId: c.var.requestId,
      acceptCaller: (caller: Caller) => acceptCaller(c, caller),
      sendOutbox: (accountId: string) => {
        const told = dispatchNow({ db: c.var.db, handlers: closing }, accountId)
        c.executionCtx.waitUntil(told)
        return Promise.race([told, new Promise<void>((resolve) => setTimeout(resolve, TELLING_MS))])
      },
    }
    return c.json(ok(await closeAccount(deps, await provenIdentity(c))), 200, NO_STORE)
  })

  app.openapi(contract.exportMe, async (c) => {
    const { EXPORT_LIMIT_PER_HOUR: limitPerHour, LLM_MODELS: models } = c.env
    const deps = { db: c.var.db, quotas: c.env, models, limitPerHour }
    return c.body(await exportAccount(deps, c.var.caller, actor(c)), 200, {
      ...NO_STORE,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="account-export.json"',
    })
  })

  app.openapi(contract.listKeys, async (c) => {
    const active = await keys.listActiveKeys(c.var.db, c.var.caller.accountId)
    return c.json(ok({ keys: active.map(presentKey) }), 200)
  })

  app.openapi(contract.createKey, async (c) => {
    const { name } = c.req.valid('json')
    return c.json(ok(await createKey(keyMaking(c), actor(c), name, keyCaps(c.env))), 200, NO_STORE)
  })

  app.openapi(contract.mintSessionKey, async (c) =>
    c.json(ok(await mintSessionKey(keyMaking(c), actor(c), c.env.SESSION_KEY_MINT_PER_HOUR)), 200, NO_STORE),
  )

  app.openapi(contract.revokeKey, async (c) =>
    c.json(ok(await revokeKey(c.var.db, actor(c), c.req.valid('param').key_id)), 200),
  )

  app.openapi(contract.readEmailPreferences, async (c) =>
    c.json(ok(await readEmailPreferences(c.var.db, c.var.caller.accountId)), 200),
  )

  app.openapi(contract.changeEmailPreferences, async (c) =>
    c.json(ok(await changeEmailPreferences(c.var.db, actor(c), c.req.valid('json'))), 200),
  )
})
