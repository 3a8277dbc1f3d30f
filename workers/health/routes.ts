import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'
import { readiness } from './readiness.ts'
import { signInReadiness } from './sign-in-readiness.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.health, (c) => c.json({ status: 'ok' }))

  app.openapi(contract.version, (c) => c.json({ version: API_VERSION, commit: c.env.COMMIT }))

  app.openapi(contract.ready, async (c) => {
    const status = await readiness(c.var.db, c.env, c.var.requestId)
    return c.json({ status }, status === 'ready' ? 200 : 503)
  })

  app.openapi(contract.signIn, async (c) => {
    const source = { url: c.env.IDP_URL, fetch: fetchOutside }
    const readiness = await signInReadiness(c.var.db, source)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
})
