import {
  presentEmailPreferences,
  presentKey,
  presentLlmKey,
  presentProfile,
} from '../../shared/account-export/documents.ts'
import { exportAccount } from '../../shared/account-export/export-account.ts'
import { closeAccount } from '../../shared/accounts/close-account.ts'
import { type CreatedKey, createKey, mintSessionKey } from '../../shared/accounts/create-key.ts'
import {
  changeEmailPreferences,
  readEmailPreferences,
} from '../../shared/accounts/email-preferences.ts'
import type { Session } from '../../shared/accounts/identity-provider.ts'
import { listActiveKeys, readProfile } from '../../shared/accounts/queries.ts'
import { revokeKey } from '../../shared/accounts/revoke-key.ts'
import { signIn } from '../../shared/accounts/sign-in.ts'
import { deleteLlmKey, saveLlmKey } from '../../shared/models/llm-keys.ts'
import { listLlmKeys } from '../../shared/models/queries.ts'
import { isoTime } from '../../shared/platform/db/client.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { unauthorized } from '../../shared/platform/http/errors.ts'
import { contentDisposition } from '../../shared/platform/http/file-name.ts'
import { clientNetworkOf } from '../../shared/platform/http/request-id.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

const presentSession = ({ access_token, refresh_token, expires_in, user }: Session) => ({
  access_token,
  refresh_token,
  token_type: 'bearer' as const,
  expires_in,
  user: { id: user.id, email: user.email ?? null },
})

const presentClosure = (accountId: string, closedAt: string) => ({
  user_id: accountId,
  status: 'closed' as const,
  closed_at: isoTime(closedAt),
})

const presentCreatedKey = ({ key, raw }: CreatedKey) => ({ ...presentKey(key), key: raw })

const NO_STORE = { 'cache-control': 'private, no-store' }

export const accounts = router()

accounts.openapi(contract.verifyToken, async (c) => {
  const session = await signIn(c.var.services, c.req.valid('json'), clientNetworkOf(c.req.raw))
  return c.json(ok(presentSession(session)), 200, NO_STORE)
})

accounts.openapi(contract.readMe, async (c) => {
  const { services, caller } = c.var
  const profile = await readProfile(services.db, caller.accountId)
  if (profile === null || profile.closed_at !== null) throw unauthorized()
  return c.json(ok(presentProfile(profile, services.env)), 200)
})

accounts.openapi(contract.closeMe, async (c) => {
  const { services, caller } = c.var
  const closedAt = await closeAccount(services, caller)
  return c.json(ok(presentClosure(caller.accountId, closedAt)), 200)
})

accounts.openapi(contract.exportMe, async (c) =>
  c.body(await exportAccount(c.var.services, c.var.caller), 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': contentDisposition('attachment', {
      subject: 'account',
      at: c.var.services.now().toISOString(),
      kind: 'export',
      extension: 'json',
    }),
  }),
)

accounts.openapi(contract.listKeys, async (c) => {
  const keys = await listActiveKeys(c.var.services.db, c.var.caller.accountId)
  return c.json(ok({ keys: keys.map(presentKey) }), 200)
})

accounts.openapi(contract.createKey, async (c) =>
  c.json(
    ok(presentCreatedKey(await createKey(c.var.services, c.var.caller, c.req.valid('json')))),
    200,
  ),
)

accounts.openapi(contract.mintSessionKey, async (c) =>
  c.json(ok(presentCreatedKey(await mintSessionKey(c.var.services, c.var.caller))), 200),
)

accounts.openapi(contract.revokeKey, async (c) =>
  c.json(
    ok(presentKey(await revokeKey(c.var.services, c.var.caller, c.req.valid('param').key_id))),
    200,
  ),
)

accounts.openapi(contract.readEmailPreferences, async (c) =>
  c.json(
    ok(presentEmailPreferences(await readEmailPreferences(c.var.services.db, c.var.caller))),
    200,
  ),
)

accounts.openapi(contract.changeEmailPreferences, async (c) =>
  c.json(
    ok(
      presentEmailPreferences(
        await changeEmailPreferences(c.var.services, c.var.caller, c.req.valid('json')),
      ),
    ),
    200,
  ),
)

accounts.openapi(contract.listLlmKeys, async (c) => {
  const { db, env } = c.var.services
  const keys = await listLlmKeys(db, c.var.caller.accountId)
  return c.json(ok({ keys: keys.map((key) => presentLlmKey(key, env.LLM_MODELS)) }), 200)
})

accounts.openapi(contract.saveLlmKey, async (c) => {
  const key = await saveLlmKey(c.var.services, c.var.caller, c.req.valid('json'), c.req.raw.signal)
  return c.json(ok(presentLlmKey(key, c.var.services.env.LLM_MODELS)), 200)
})

accounts.openapi(contract.deleteLlmKey, async (c) => {
  await deleteLlmKey(c.var.services, c.var.caller, c.req.valid('param').provider)
  return c.body(null, 204)
})
