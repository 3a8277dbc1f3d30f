import type { Contents } from './contents.ts'
import type { SampleRequest } from './messages.ts'

const ORIGIN = 'https://login.microsoftonline.com'
const METADATA = /^\/([^/]{1,300})\/v2\.0\/\.well-known\/openid-configuration$/
/** Path segments that stand for groups of accounts. `consumers` has a tenant of its own. */
const GROUPS: Readonly<Record<string, string>> = {
  common: '{tenantid}',
  organizations: '{tenantid}',
  consumers: '9188040d-6c67-4c5b-b112-36a304b66dad',
}
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Simulates the OpenID Connect metadata of Microsoft Entra. The tenant is a GUID or a domain that
 * the tenant has verified; any other name is answered with status 400 and AADSTS90002.
 */
export function answerMicrosoft(contents: Contents, request: SampleRequest): Response {
  const named = METADATA.exec(new URL(request.url).pathname)?.[1]
  if (named === undefined) return new Response('', { status: 404 })
  if (request.method !== 'GET') return new Response('', { status: 405 })
  const name = decodeURIComponent(named).toLowerCase()
  const tenant = tenantOf(contents, name)
  return tenant === null ? notFound(name) : Response.json(metadataOf(tenant))
}

function tenantOf(contents: Contents, name: string): string | null {
  const tenants = [...contents.world.domains.values()].map(
    ({ microsoft_tenant }) => microsoft_tenant,
  )
  if (GUID.test(name)) return tenants.includes(name) ? name : null
  return GROUPS[name] ?? contents.world.domains.get(name)?.microsoft_tenant ?? null
}

const metadataOf = (tenant: string) => ({
  token_endpoint: `${ORIGIN}/${tenant}/oauth2/v2.0/token`,
  jwks_uri: `${ORIGIN}/${tenant}/discovery/v2.0/keys`,
  response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
  issuer: `${ORIGIN}/${tenant}/v2.0`,
  authorization_endpoint: `${ORIGIN}/${tenant}/oauth2/v2.0/authorize`,
  tenant_region_scope: 'WW',
  cloud_instance_name: 'microsoftonline.com',
})

const notFound = (name: string): Response =>
  Response.json(
    {
      error: 'invalid_tenant',
      error_description:
        `AADSTS90002: Tenant '${name}' not found. Check to make sure you have the correct tenant ` +
        'ID and are signing into the correct cloud.',
      error_codes: [90_002],
      timestamp: '2026-11-21 12:00:00Z',
      trace_id: '00000000-0000-0000-0000-000000000000',
      correlation_id: '00000000-0000-0000-0000-000000000000',
      error_uri: `${ORIGIN}/error?code=90002`,
    },
    { status: 400 },
  )
