import type { ExecutionContext } from '@cloudflare/workers-types'
import { accounts } from '../../../workers/accounts/routes.ts'
import { createApp, serve } from '../../../workers/app.ts'
import { jobs } from '../../../workers/jobs/routes.ts'
import { templates } from '../../../workers/templates/routes.ts'

const app = createApp([accounts, jobs, templates])

/**
 * Test Worker that does not check credentials. A request to `/as/usr_.../jobs` counts as a request
 * of the account `usr_...`. All other requests count as unauthenticated.
 */
export default {
  fetch(request: Request, environment: object, context: ExecutionContext): Promise<Response> {
    const url = new URL(request.url)
    const [, accountId, path] = /^\/as\/([^/]+)(\/.*)$/.exec(url.pathname) ?? []
    if (accountId === undefined || path === undefined)
      return serve(app, request, environment, context)
    const asked = new Request(new URL(path + url.search, url.origin), request)
    const person = { keyId: null, playground: false, billing: true }
    const holder = { accountId, tier: 'free', ...person } as const
    return serve(app, asked, environment, context, { proof: { holder } })
  },
}
