import { exportAccount } from '../../shared/account-export/export-account.ts'
import { closeAccount } from '../../shared/accounts/close-account.ts'
import { createKey, mintSessionKey } from '../../shared/accounts/create-key.ts'
import { changeEmailPreferences, readEmailPreferences } from '../../shared/accounts/email-preferences.ts'
import { listKeys } from '../../shared/accounts/list-keys.ts'
import { presentProfile } from '../../shared/accounts/profile.ts'
import { revokeKey } from '../../shared/accounts/revoke-key.ts'
import { signIn } from '../../shared/accounts/sign-in.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

/** Nobody's cache may keep secret or personal data. */
const NO_STORE = { 'cache-control': 'no-store' }

export const auth = router()

auth.openapi(contract.verifyToken, async (c) => {
  const address = c.req.header('cf-connecting-ip') ?? null
  return c.json(ok(await signIn(c.var.services, c.req.valid('json'), address)), 200, NO_STORE)
})

auth.openapi(contract.readMe, (c) => c.json(ok(presentProfile(c.var.joined, c.var.services.env)), 200, NO_STORE))

auth.openapi(contract.closeMe, async (c) => {
  const { services, caller, joined } = c.var
  return c.json(ok(await closeAccount(services, caller, joined.email)), 200, NO_STORE)
})

auth.openapi(contract.exportMe, async (c) =>
  c.body(await exportAccount(c.var.services, c.var.caller), 200, {
    ...NO_STORE,
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="account-export.json"',
  }),
)

auth.openapi(contract.listKeys, async (c) => c.json(ok({ keys: await listKeys(c.var.services.db, c.var.caller) }), 200))

auth.openapi(contract.createKey, async (c) =>
  c.json(ok(await createKey(c.var.services, c.var.caller, c.req.valid('json').name)), 200, NO_STORE),
)

auth.openapi(contract.mintSessionKey, async (c) =>
  c.json(ok(await mintSessionKey(c.var.services, c.var.caller)), 200, NO_STORE),
)

auth.openapi(contract.revokeKey, async (c) =>
  c.json(ok(await revokeKey(c.var.services, c.var.caller, c.req.valid('param').key_id)), 200),
)

auth.openapi(contract.readEmailPreferences, async (c) =>
  c.json(ok(await readEmailPreferences(c.var.services.db, c.var.caller)), 200),
)

auth.openapi(contract.changeEmailPreferences, async (c) =>
  c.json(ok(await changeEmailPreferences(c.var.services, c.var.caller, c.req.valid('json'))), 200),
)
