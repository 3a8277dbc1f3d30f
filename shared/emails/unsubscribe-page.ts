import { escapeHtml } from './email-layout.ts'
import type { EmailKind } from './unsubscribe.ts'

const NAMES: Record<EmailKind, string> = {
  digest: 'the weekly digest',
  lifecycle: 'emails about your account and quota',
}

const page = (title: string, content: string) =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.1rem}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
  ].join('')

/**
 * Renders the web page that asks a person to confirm the unsubscribe request. Opening the page
 * changes nothing, because email scanners also open links. Only the button on the page sends the
 * request.
 */
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
