import { z } from '@hono/zod-openapi'
import { reach } from '../../../shared/platform/db/client.ts'
import { vars } from '../../../shared/platform/environment.ts'
import { body, type Credential, endpoint } from '../../../shared/platform/http/endpoint.ts'
import { family } from '../../../workers/family.ts'

const route = <const Path extends string>(path: Path, credential: Credential) =>
  endpoint({
    method: 'get',
    path,
    credential,
    tags: [],
    summary: 'One query',
    responses: { 200: body(z.object({ status: z.string() }), 'Done.') },
  })

const measured = family(vars('DATABASE_URL'), (app) => {
  for (const described of [route('/none', 'none'), route('/key', 'key'), route('/bearer', 'bearer')]) {
    app.openapi(described, async (c) => {
      await reach(c.var.db)
      return c.json({ status: 'ok' })
    })
  }
})

export default { fetch: measured.fetch }
