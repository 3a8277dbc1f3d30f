import { z } from 'zod'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { askJson } from './ask-json.ts'
import { placeOf } from './settings-template.ts'
import { DeployRefused } from './world.ts'

export const Domains = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string() })),
})
const Refusal = z.object({ name: z.string() })

/** Resend refuses requests without a user agent (Resend documentation, page Errors). */
const USER_AGENT = 'domain-attribution-deploy/1.0'

/**
 * Checks the key and the sender's domain with GET /domains (Resend documentation, pages List
 * Domains and Errors). A key that may only send emails cannot list domains; then the domain is not
 * checked. Returns a short description.
 */
export async function checkResend(
  fetch: Fetch,
  { apiKey, from }: { apiKey: string; from: string },
): Promise<string> {
  const [, domain] = /@([A-Za-z0-9.-]{1,253})>?\s{0,9}$/.exec(from) ?? []
  if (domain === undefined)
    throw new DeployRefused(`EMAIL_FROM contains no email address: ${placeOf('EMAIL_FROM')}`)
  const { status, body } = await askJson(fetch, 'https://api.resend.com/domains', {
    headers: { authorization: `Bearer ${apiKey}`, 'user-agent': USER_AGENT },
  })
  if (status !== 200 && Refusal.safeParse(body).data?.name === 'restricted_api_key')
    return `the key may only send, so ${domain} was not checked`
  const listed = Domains.safeParse(body)
  if (status !== 200 || !listed.success)
    throw new DeployRefused(
      `Resend refuses RESEND_API_KEY (status ${status}): ${placeOf('RESEND_API_KEY')}`,
    )
  const found = listed.data.data.find(({ name }) => name.toLowerCase() === domain.toLowerCase())
  if (found?.status === 'verified') return `${domain} is verified`
  throw new DeployRefused(
    found === undefined
      ? `Resend does not know ${domain}, the domain of EMAIL_FROM: add it at resend.com/domains.`
      : `Resend shows ${domain}, the domain of EMAIL_FROM, as ${found.status}: add the DNS records that resend.com/domains lists, then choose Verify.`,
  )
}
