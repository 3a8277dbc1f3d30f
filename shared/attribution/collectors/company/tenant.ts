import { z } from 'zod'
import { parseJson } from '../../../platform/crypto/encodings.ts'
import type { CollectorTools, Target } from '../../collector.ts'
import { isPlatformCustomer } from '../../platform-customer.ts'
import { isHeldLong } from '../../registration-record.ts'
import type { Confirmation } from './observed-word.ts'

/** Microsoft Entra: OpenID Connect metadata of the tenant of a domain. */
const HOST = 'https://login.microsoftonline.com'
const METADATA = 'v2.0/.well-known/openid-configuration'
const CONTROL_URL = `${HOST}/common/${METADATA}`
const TIMEOUT_MS = 2_000
const BYTES_MAX = 64 * 1024
/** Tenant of all personal accounts, so it connects nobody. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const ISSUER =
  /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//u
const Metadata = z.object({ issuer: z.string().max(300) })

/** Id of the tenant (GUID, lower case). Null without a tenant, and for personal accounts. */
export function parseTenant(text: string): string | null {
  const parsed = Metadata.safeParse(parseJson(text))
  const tenant = parsed.success ? ISSUER.exec(parsed.data.issuer.toLowerCase())?.[1] : undefined
  return tenant === undefined || tenant === CONSUMERS ? null : tenant
}

export type TenantTools = Pick<CollectorTools, 'deep' | 'earlier' | 'fetchUpstream' | 'now'>

/** Null without a tenant, and if the service does not answer: a failure confirms nothing. */
async function tenantOf(domain: string, { fetchUpstream }: TenantTools): Promise<string | null> {
  const request = { controlUrl: CONTROL_URL, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX }
  const url = `${HOST}/${encodeURIComponent(domain)}/${METADATA}`
  const answer = await fetchUpstream(url, request).catch(() => null)
  return answer?.status === 200 ? parseTenant(answer.text) : null
}

/**
 * Compares the tenants of the target and of companies. Microsoft verifies each domain of a tenant
 * by a DNS record, and only the tenant's administrator adds it: an attacker cannot put a domain
 * into the tenant of a company. The target is asked about once, and only if a company is compared.
 */
export function createTenantQuestion(
  target: Target,
  tools: TenantTools,
): (companyDomain: string) => Promise<Confirmation[]> {
  const isOld = isHeldLong(tools.earlier.whois?.data?.record.created_at, tools.now().getTime())
  const isAsked = tools.deep?.comparesTenants === true && isOld && !isPlatformCustomer(target)
  let own: Promise<string | null> | null = null
  return async (companyDomain) => {
    if (!isAsked) return []
    own ??= tenantOf(target.registrableDomain, tools)
    const ours = await own
    if (ours === null || (await tenantOf(companyDomain, tools)) !== ours) return []
    return [{ kind: 'tenant', observed: `One Microsoft tenant holds it and ${companyDomain}` }]
  }
}
