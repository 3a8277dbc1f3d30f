import { isSigned, signParts } from '../platform/crypto/signed-parts.ts'
import type { Database } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { log } from '../platform/log.ts'
import * as emails from './queries.ts'

export type LinkEnvironment = Pick<Environment, 'PUBLIC_URL' | 'EXPORT_LINK_KEY'>

export type EmailKind = 'digest' | 'lifecycle'

const isKind = (text: string): text is EmailKind => text === 'digest' || text === 'lifecycle'

/**
 * Returns the URL with which a person switches off one kind of email for one account. The URL never
 * expires, so that links in old emails still work.
 */
export async function unsubscribeUrl(
  env: LinkEnvironment,
  accountId: string,
  kind: EmailKind,
): Promise<string> {
  const signature = await signParts(env.EXPORT_LINK_KEY, 'unsubscribe', accountId, kind)
  return `${env.PUBLIC_URL}/email/unsubscribe?token=${accountId}.${kind}.${signature}`
}

/**
 * Checks the token of an unsubscribe link. Returns the account and the kind of email that the token
 * names. Throws PublicError LINK_INVALID if this service did not issue the token.
 */
export async function readUnsubscribeToken(
  linkKey: string,
  token: string,
): Promise<{ accountId: string; kind: EmailKind }> {
  const [accountId = '', kind = '', signature = '', ...more] = token.split('.')
  const wellFormed = more.length === 0 && isIdentifier('usr', accountId) && isKind(kind)
  if (!wellFormed || !(await isSigned(linkKey, signature, 'unsubscribe', accountId, kind)))
    throw new PublicError('LINK_INVALID', 'This link is not one of ours, or it was changed.')
  return { accountId, kind }
}

/**
 * Switches off the kind of email that the token of an unsubscribe link names, and returns the name
 * of this kind. A repeated call changes nothing. Throws PublicError LINK_INVALID.
 */
export async function unsubscribe(
  db: Database,
  linkKey: string,
  token: string,
): Promise<EmailKind> {
  const { accountId, kind } = await readUnsubscribeToken(linkKey, token)
  await emails.unsubscribe(db, accountId, kind)
  log({ event: 'email.unsubscribed', request_id: db.requestId, account_id: accountId, kind })
  return kind
}
