import { z } from 'zod'
import { parseKeys } from '../../shared/accounts/identity-keys.ts'
import {
  adminHeaders,
  fetchKeySet,
  IdentityUnavailable,
  issuerOf,
} from '../../shared/accounts/identity-provider.ts'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { askJson } from './ask-json.ts'
import { placeOf } from './settings-template.ts'
import { DeployRefused } from './world.ts'

const AuthSettings = z.object({
  disable_signup: z.boolean().optional(),
  external: z.record(z.string(), z.boolean()).optional(),
})

/**
 * Checks the signing keys, the publishable key (GET /settings) and the secret key (GET
 * /admin/users). Source: openapi.yaml in github.com/supabase/auth. The email template cannot be
 * checked, because these keys cannot read it. Returns a short description.
 */
export async function checkSupabase(
  fetch: Fetch,
  {
    url,
    publishableKey,
    serviceKey,
    jwtSecret,
  }: {
    url: string
    publishableKey: string
    serviceKey: string | undefined
    jwtSecret: string | undefined
  },
): Promise<string> {
  const keys = await parseKeys(
    await fetchKeySet({ url, fetch }).catch((error: unknown) => {
      if (error instanceof IdentityUnavailable)
        throw new DeployRefused(
          `Supabase does not answer at IDP_URL (${error.message}): ${placeOf('IDP_URL')}`,
        )
      throw error
    }),
  )
  if (keys.size === 0 && jwtSecret === undefined)
    throw new DeployRefused(
      'Supabase signs tokens with the old shared secret (HS256): choose Project settings > JWT keys > Migrate, then rotate to the new ES256 key. Or set IDP_JWT_SECRET.',
    )
  const settings = await askJson(fetch, `${issuerOf(url)}/settings`, {
    headers: { apikey: publishableKey },
  })
  const read = AuthSettings.safeParse(settings.body)
  if (settings.status !== 200 || !read.success)
    throw new DeployRefused(
      `Supabase refuses IDP_PUBLISHABLE_KEY (status ${settings.status}): ${placeOf('IDP_PUBLISHABLE_KEY')}`,
    )
  if (read.data.external?.email === false)
    throw new DeployRefused(
      'Supabase: sign-in by email is off: switch on Authentication > Sign In / Providers > Email.',
    )
  if (serviceKey !== undefined) await checkServiceKey(fetch, url, serviceKey)
  const algorithms = new Set<string>([...keys.values()].map(({ algorithm }) => algorithm))
  if (jwtSecret !== undefined) algorithms.add('HS256')
  return `signs with ${[...algorithms].join(', ')}${read.data.disable_signup === true ? ', new people cannot sign up' : ''}`
}

async function checkServiceKey(fetch: Fetch, url: string, serviceKey: string): Promise<void> {
  let status = 0
  for (const headers of adminHeaders(serviceKey)) {
    status = (await askJson(fetch, `${issuerOf(url)}/admin/users?page=1&per_page=1`, { headers }))
      .status
    if (status === 200) return
  }
  throw new DeployRefused(
    `Supabase refuses IDP_SERVICE_KEY (status ${status}): ${placeOf('IDP_SERVICE_KEY')}`,
  )
}
