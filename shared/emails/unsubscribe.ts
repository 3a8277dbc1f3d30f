import { isSigned, signParts } from '../platform/crypto/signed-parts.ts'
import type { Database } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { log } from '../platform/log.ts'
import * as emails from './queries.ts'

/** The environment that links in mails are made with. */
export type LinkEnvironment = Pick<Environment, 'PUBLIC_URL' | 'EXPORT_LINK_KEY'>

export type MailKind = 'digest' | 'lifecycle'

const isKind = (text: string): text is MailKind => text === 'digest' || text === 'lifecycle'

/** The address that switches one kind of mail off for one account. It does not expire: an old mail must still be able to end it. */
export async function unsubscribeUrl(env: LinkEnvironment, accountId: string, kind: MailKind): Promise<string> {
  const signature = await signParts(env.EXPORT_LINK_KEY, 'unsubscribe', accountId, kind)
  return `${env.PUBLIC_URL}/email/unsubscribe?token=${accountId}.${kind}.${signature}`
}

/** Whom and what a token names. Throws PublicError LINK_INVALID. */
export async function readUnsubscribeToken(
  linkKey: string,
  token: string,
): Promise<{ accountId: string; kind: MailKind }> {
  const [accountId = '', kind = '', signature = '', ...more] = token.split('.')
  const wellFormed = more.length === 0 && isIdentifier('usr', accountId) && isKind(kind)
  if (!wellFormed || !(await isSigned(linkKey, signature, 'unsubscribe', accountId, kind)))
    throw new PublicError('LINK_INVALID', 'This link is not one of ours, or it was changed.')
  return { accountId, kind }
}

/** Switches the token's kind of mail off; again changes nothing. Throws PublicError LINK_INVALID. */
export async function unsubscribe(db: Database, linkKey: string, token: string): Promise<MailKind> {
  const { accountId, kind } = await readUnsubscribeToken(linkKey, token)
  await emails.unsubscribe(db, accountId, kind)
  log({ event: 'email.unsubscribed', request_id: db.requestId, account_id: accountId, kind })
  return kind
}
