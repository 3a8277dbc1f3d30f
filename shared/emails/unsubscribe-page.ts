import { escapeHtml } from './email-layout.ts'
import type { MailKind } from './unsubscribe.ts'

const NAMES: Record<MailKind, string> = {
  digest: 'the weekly digest',
  lifecycle: 'mails about your account and quota',
}

const page = (title: string, content: string) =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.1rem}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
  ].join('')

/** Asks before anything changes; the button sends the same token back. */
export function askPage(kind: MailKind, token: string): string {
  const action = escapeHtml(`/email/unsubscribe?token=${encodeURIComponent(token)}`)
  return page(
    `Unsubscribe from ${NAMES[kind]}?`,
    `<form method="post" action="${action}"><button type="submit">Unsubscribe</button></form>`,
  )
}

/** Says what was switched off and how it comes back. */
export function donePage(kind: MailKind): string {
  return page('You are unsubscribed', `<p>${escapeHtml(`We no longer send you ${NAMES[kind]}.`)}</p>`)
}
