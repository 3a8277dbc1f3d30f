import { z } from 'zod'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { askJson } from './ask-json.ts'
import { placeOf } from './settings-template.ts'
import { DeployRefused } from './world.ts'

/**
 * Deletes a key that never exists, so a read-only token is refused here. The command PING would not
 * find such a wrong token.
 */
const COMMAND = ['DEL', 'deploy:check']
const Deleted = z.object({ result: z.number() })
const Refusal = z.object({ error: z.string() })

/**
 * Checks the address and the token of Redis (Upstash documentation, page REST API). Returns a short
 * description.
 */
export async function checkUpstash(
  fetch: Fetch,
  { url, token }: { url: string; token: string },
): Promise<string> {
  const { status, body } = await askJson(fetch, url.replace(/\/$/, ''), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: COMMAND,
  })
  if (status === 200 && Deleted.safeParse(body).success) return `${new URL(url).host} answers`
  const reason = Refusal.safeParse(body).data?.error ?? `status ${status}`
  if (status === 401 || /WRONGPASS|unauthorized/i.test(reason))
    throw new DeployRefused(
      `Upstash refuses UPSTASH_REDIS_REST_TOKEN: ${placeOf('UPSTASH_REDIS_REST_TOKEN')}`,
    )
  if (/NOPERM/i.test(reason))
    throw new DeployRefused(
      `UPSTASH_REDIS_REST_TOKEN may only read: ${placeOf('UPSTASH_REDIS_REST_TOKEN')}`,
    )
  throw new DeployRefused(
    `Upstash answers ${reason}: check UPSTASH_REDIS_REST_URL. ${placeOf('UPSTASH_REDIS_REST_URL')}`,
  )
}
