import { isSigned, signParts } from '../platform/crypto/signed-parts.ts'
import type { Database } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { log } from '../platform/log.ts'
import { escapeHtml } from './email-layout.ts'
import * as emails from './queries.ts'

export type LinkEnvironment = Pick<Environment, 'PUBLIC_URL' | 'EXPORT_LINK_KEY'>

export type EmailKind = 'digest' | 'lifecycle'

const isKind = (text: string): text is EmailKind => text === 'digest' || text === 'lifecycle'

/** The link never expires, so that the links in old emails still work. */
export async function unsubscribeUrl(
  env: LinkEnvironment,
  accountId: string,
  kind: EmailKind,
): Promise<string> {
  const signature = await signParts(env.EXPORT_LINK_KEY, 'unsubscribe', accountId, kind)
  return `${env.PUBLIC_URL}/email/unsubscribe?token=${accountId}.${kind}.${signature}`
}

/** Throws PublicError LINK_INVALID if this service did not issue the token. */
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

/** Throws PublicError LINK_INVALID for an invalid token. */
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

const NAMES: Record<EmailKind, string> = {
  digest: 'the weekly digest',
  lifecycle: 'emails about your account and quota',
}

const page = (title: string, content: string) =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}`,
    'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}',
    'button{font:inherit;padding:.6rem 1.1rem}</style></head>',
    `<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
  ].join('')

/** Only the button unsubscribes, because email scanners also open links. */
export function askPage(kind: EmailKind, token: string): string {
  const action = escapeHtml(`/email/unsubscribe?token=${encodeURIComponent(token)}`)
  return page(
    `Unsubscribe from ${NAMES[kind]}?`,
    `<form method="post" action="${action}"><button type="submit">Unsubscribe</button></form>`,
  )
}

export function donePage(kind: EmailKind): string {
  return page(
    'You are unsubscribed',
    `<p>${escapeHtml(`We no longer send you ${NAMES[kind]}.`)}</p>`,
  )
}
