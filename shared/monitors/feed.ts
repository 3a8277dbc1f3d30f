import type { Caller } from '../platform/caller.ts'
import { encodeBase64url, utf8 } from '../platform/crypto/encodings.ts'
import { hmacSha256 } from '../platform/crypto/hashes.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import type { Change } from './monitor.ts'
import { presentChange } from './present-monitor.ts'
import * as monitors from './queries.ts'

type FeedServices = Pick<Services, 'db' | 'env' | 'randomBytes'>

const TOKEN_BYTES = 16
const TOKEN = /^([A-Za-z0-9_-]{22})\.atom$/
const ENTRIES_MAX = 50

const digestOf = async ({ env }: Pick<Services, 'env'>, token: string): Promise<string> =>
  encodeBase64url(await hmacSha256(utf8(env.EXPORT_LINK_KEY), `feed:${token}`))

/** Creates the secret address of the account's feed. An earlier address stops working. */
export async function createFeed(services: FeedServices, caller: Caller): Promise<string> {
  const token = encodeBase64url(services.randomBytes(TOKEN_BYTES))
  await monitors.saveFeed(services.db, caller.accountId, await digestOf(services, token))
  return `${services.env.PUBLIC_URL}/feeds/${token}.atom`
}

/** Changes for a feed reader. Throws PublicError NOT_FOUND for an unknown address. */
export async function readFeed(
  services: Pick<Services, 'db' | 'env'>,
  file: string,
): Promise<Change[]> {
  const token = TOKEN.exec(file)?.[1]
  const accountId =
    token === undefined
      ? null
      : await monitors.accountOfFeed(services.db, await digestOf(services, token))
  if (accountId === null) throw new PublicError('NOT_FOUND', 'There is no such feed.')
  const rows = await monitors.changesPage(services.db, accountId, { limit: ENTRIES_MAX })
  return rows.slice(0, ENTRIES_MAX).map(presentChange)
}
