export interface EmailContent {
  subject: string
  /** Short text that email programs show beside the subject in the list of emails. */
  preview: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  lists?: readonly { title: string; items: readonly string[] }[]
  links?: readonly { label: string; url: string }[]
  reason: string
  unsubscribeUrl?: string
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A line break in a subject would let an attacker add headers. */
export function oneLine(text: string, charactersMax = 200): string {
  return text
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, charactersMax)
}

export function renderText(content: EmailContent): string {
  const unsubscribe =
    content.unsubscribeUrl === undefined ? '' : `\nUnsubscribe: ${content.unsubscribeUrl}`
  const blocks = [
    ...content.paragraphs,
    ...(content.facts === undefined
      ? []
      : [content.facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...(content.lists ?? []).map(
      ({ title, items }) => `${title}\n${items.map((item) => `  - ${item}`).join('\n')}`,
    ),
    ...(content.links ?? []).map(({ label, url }) => `${label}:\n${url}`),
    `--\n${content.reason}${unsubscribe}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

// Some email programs ignore the styles for dark mode and invert the light colors. So the light
// colors must stay readable when they are inverted.
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f4f5f7;color:#1b1f24;
font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif}
.card{background:#ffffff;border:1px solid #d9dce1;border-radius:8px}
.quiet{color:#5a6270}
.button{display:inline-block;padding:10px 18px;border:1px solid #1f5fd6;border-radius:6px;
background:#1f5fd6;color:#ffffff;text-decoration:none}
td,th{text-align:left;vertical-align:top}
@media (prefers-color-scheme:dark){
body{background:#14171b!important;color:#e8eaed!important}
.card{background:#1d2127!important;border-color:#3a4048!important}
.quiet{color:#a5adb8!important}
.button{background:#3b78e7!important;border-color:#3b78e7!important}
a{color:#8ab4f8}
.button{color:#ffffff!important}
}`

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const facts = (rows: NonNullable<EmailContent['facts']>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows
    .map(
      ([name, value]) =>
        `<tr><td class="quiet" style="padding:2px 16px 2px 0">${escapeHtml(name)}</td>` +
        `<td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`

const list = ({ title, items }: { title: string; items: readonly string[] }) =>
  `<p style="margin:0 0 4px"><strong>${escapeHtml(title)}</strong></p>` +
  `<ul style="margin:0 0 16px;padding-left:20px">${items
    .map((item) => `<li>${escapeHtml(item)}</li>`)
    .join('')}</ul>`

const link = ({ label, url }: { label: string; url: string }) =>
  '<p style="margin:0 0 12px">' +
  `<a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

/** The HTML loads no images or styles from a server, so that the email cannot track its reader. */
export function renderHtml(content: EmailContent): string {
  const unsubscribe =
    content.unsubscribeUrl === undefined
      ? ''
      : ` <a href="${escapeHtml(content.unsubscribeUrl)}">Unsubscribe</a>`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">' +
      '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(content.subject)}</title><style>${STYLE}</style></head><body>`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0">' +
      '<tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" ' +
      'style="max-width:600px"><tr><td style="padding:28px">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(content.subject)}</h1>`,
    ...content.paragraphs.map(paragraph),
    content.facts === undefined ? '' : facts(content.facts),
    ...(content.lists ?? []).map(list),
    ...(content.links ?? []).map(link),
    '<p class="quiet" style="margin:24px 0 0;font-size:13px">' +
      `${escapeHtml(content.reason)}${unsubscribe}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}
