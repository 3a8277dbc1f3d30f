import type { RouteConfig } from '@hono/zod-openapi'
import { createApp } from '../../workers/app.ts'
import type { Credential } from '../../workers/endpoint.ts'
import { families } from '../../workers/families.ts'
import type { Family } from '../../workers/router.ts'

export const app = createApp(families)

const CREDENTIALS: Record<string, Credential> = {
  '': 'none',
  apiKey: 'key',
  bearer: 'bearer',
  'bearer,apiKey': 'bearer or key',
}

function credentialOf({ security = [] }: RouteConfig): Credential {
  const credential = CREDENTIALS[security.flatMap((scheme) => Object.keys(scheme)).join()]
  if (credential === undefined)
    throw new Error('a route requires a credential that the contract does not have')
  return credential
}

export const endpointsOf = (served: Family) =>
  served.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path, request, responses } = definition.route
    const malformed = { description: '', ...responses[400] }.description
    const idempotent = malformed.includes('`INVALID_IDEMPOTENCY_KEY`')
    return [
      {
        method: method.toUpperCase(),
        path,
        credential: credentialOf(definition.route),
        idempotent,
        hasBody: request?.body !== undefined,
        hasOptionalBody: request?.body?.required === false,
      },
    ]
  })

export const endpoints = endpointsOf(app)
