import type { ExecutionContext } from '@cloudflare/workers-types'
import { z } from '@hono/zod-openapi'
import { reach } from '../../../shared/platform/db/client.ts'
import { body } from '../../../shared/platform/http/responses.ts'
import { createApp, serve } from '../../../workers/app.ts'
import { type Credential, endpoint } from '../../../workers/endpoint.ts'
import { router } from '../../../workers/router.ts'

const route = <const Path extends string>(path: Path, credential: Credential) =>
  endpoint({
    method: 'get',
    path,
    operationId: 'measureCredential',
    credential,
    tags: [],
    summary: 'One query',
    responses: { 200: body(z.object({ status: z.string() }), 'Done.') },
  })

const measured = router()
for (const described of [
  route('/none', 'none'),
  route('/key', 'key'),
  route('/bearer', 'bearer'),
]) {
  measured.openapi(described, async (c) => {
    await reach(c.var.services.db)
    return c.json({ status: 'ok' }, 200)
  })
}

const app = createApp([measured])

export default {
  fetch: (request: Request, environment: object, context: ExecutionContext) =>
    serve(app, request, environment, context),
}
