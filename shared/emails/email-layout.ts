/** A domain with what is said about it. */
export interface EmailRow {
  title: string
  lines: readonly string[]
  isAlarming?: boolean
}

export interface EmailContent {
  subject: string
  /** The result. By default the subject. */
  headline?: string
  /** Short text that email programs show beside the subject in the list of emails. */
  preview: string
  paragraphs: readonly string[]
  sections?: readonly {
    title: string | null
    rows: readonly EmailRow[]
    more?: string | undefined
  }[]
  button: EmailLink
  facts?: readonly (readonly [name: string, value: string])[]
  /** Stands before the links. */
  note?: string
  links?: readonly EmailLink[]
  reason: string
  unsubscribeUrl?: string
}

interface EmailLink {
  label: string
  url: string
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
  const { headline = content.subject, button, facts, note, links, unsubscribeUrl } = content
  const unsubscribe = unsubscribeUrl === undefined ? '' : `\nUnsubscribe: ${unsubscribeUrl}`
  const blocks = [
    headline,
    ...content.paragraphs,
    `${button.label}:\n${button.url}`,
    ...(content.sections ?? []).map(sectionText),
    ...(facts === undefined ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...(note === undefined ? [] : [note]),
    ...(links ?? []).map(({ label, url }) => `${label}:\n${url}`),
    `--\n${content.reason}${unsubscribe}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

type Section = NonNullable<EmailContent['sections']>[number]

const sectionText = ({ title, rows, more }: Section): string =>
  [
    ...(title === null ? [] : [title]),
    ...rows.map((row) =>
      [
        `  - ${row.isAlarming ? '! ' : ''}${row.title}`,
        ...row.lines.map((line) => `    ${line}`),
      ].join('\n'),
    ),
    ...(more === undefined ? [] : [`  ${more}`]),
  ].join('\n')

// Some email programs ignore the styles for dark mode and invert the light colors. So the light
// colors must stay readable when they are inverted.
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f4f5f7;color:#1b1f24;
font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif}
.card{background:#ffffff;border:1px solid #d9dce1;border-radius:8px}
.card,.card td{overflow-wrap:anywhere;word-break:break-word}
.quiet{color:#5a6270}
.row{border-left:3px solid #d9dce1}
.alarm{border-left:3px solid #c62828}
.alarm strong{color:#b3261e}
.button{display:inline-block;padding:12px 20px;border:1px solid #1f5fd6;border-radius:6px;
background:#1f5fd6;color:#ffffff;font-weight:600;text-decoration:none}
td,th{text-align:left;vertical-align:top}
@media (max-width:480px){
.pad{padding:20px 16px!important}
.edge{padding:12px 8px!important}
.button{display:block;text-align:center}
}
@media (prefers-color-scheme:dark){
body{background:#14171b!important;color:#e8eaed!important}
.card{background:#1d2127!important;border-color:#3a4048!important}
.quiet{color:#a5adb8!important}
.row{border-left-color:#3a4048!important}
.alarm{border-left-color:#ff8a80!important}
.alarm strong{color:#ff8a80!important}
.button{background:#3b78e7!important;border-color:#3b78e7!important}
a{color:#8ab4f8}
.button{color:#ffffff!important}
}`

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const factTable = (rows: NonNullable<EmailContent['facts']>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows
    .map(
      ([name, value]) =>
        `<tr><td class="quiet" style="padding:2px 16px 2px 0">${escapeHtml(name)}</td>` +
        `<td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`

const rowOf = ({ title, lines, isAlarming }: EmailRow) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px">` +
  `<tr><td class="${isAlarming ? 'alarm' : 'row'}" style="padding:2px 0 2px 12px">` +
  `<strong>${escapeHtml(title)}</strong>${lines
    .map((line) => `<br>${escapeHtml(line)}`)
    .join('')}</td></tr></table>`

const sectionOf = ({ title, rows, more }: Section) =>
  [
    title === null ? '' : `<h2 style="margin:8px 0;font-size:16px">${escapeHtml(title)}</h2>`,
    ...rows.map(rowOf),
    more === undefined ? '' : paragraph(more),
  ].join('')

const buttonOf = ({ label, url }: EmailLink) =>
  '<p style="margin:0 0 24px">' +
  `<a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

function linksOf({ note, links = [] }: EmailContent): string {
  const shown = links
    .map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`)
    .join(' · ')
  if (note === undefined && shown === '') return ''
  const text = [note === undefined ? '' : escapeHtml(note), shown].filter((part) => part !== '')
  return `<p class="quiet" style="margin:0 0 16px;font-size:14px">${text.join(': ')}</p>`
}

/** The HTML loads no images or styles from a server, so that the email cannot track its reader. */
export function renderHtml(content: EmailContent): string {
  const { subject, headline = subject, unsubscribeUrl } = content
  const unsubscribe =
    unsubscribeUrl === undefined ? '' : ` <a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a>`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">' +
      '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(oneLine(subject))}</title><style>${STYLE}</style></head><body>`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0">' +
      '<tr><td align="center" class="edge" style="padding:24px 12px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" ' +
      'style="max-width:600px"><tr><td class="pad" style="padding:28px">',
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(headline)}</h1>`,
    ...content.paragraphs.map(paragraph),
    buttonOf(content.button),
    ...(content.sections ?? []).map(sectionOf),
    content.facts === undefined ? '' : factTable(content.facts),
    linksOf(content),
    '<p class="quiet" style="margin:24px 0 0;font-size:13px">' +
      `${escapeHtml(content.reason)}${unsubscribe}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}
