import { html } from 'hono/html'
import type { Markup } from './outside-markup.ts'

export const STYLE_PATH = '/pages/style.css'
export const SITE_NAME = 'Domain Attribution'

export interface PageContent {
  /** Without the name of the service. */
  title: string
  /** Shown by search engines and link previews. */
  description: string
  content: Markup
  /** Asks search engines to leave the page out. */
  isHidden?: boolean
  /** Path of a script file. */
  script?: string
  /** Links of the bar at the top. */
  links?: Markup
}

// The same shape as icon.svg of the app.
const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28"
aria-hidden="true"><rect width="32" height="32" rx="8"></rect><path d="M11 21 16.5 12H25"></path>
<circle cx="10" cy="22.5" r="3.6"></circle><path d="M16.5 17.5H22" opacity=".65"></path></svg>`

const LINKS = html`<a href="/how-it-is-scored">How it is scored</a><a href="/docs">Docs</a>
<a href="/app/">Open the app</a>`

/** Frame of every public page. */
export async function publicPage(page: PageContent): Promise<string> {
  const { title, description, content, isHidden, script, links = LINKS } = page
  const markup = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === SITE_NAME ? title : `${title} · ${SITE_NAME}`}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="${SITE_NAME}"><meta property="og:type" content="website">
<meta name="twitter:card" content="summary">${
    isHidden === true ? html`<meta name="robots" content="noindex">` : ''
  }
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">${
    script === undefined ? '' : html`<script type="module" src="${script}"></script>`
  }</head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="bar"><a class="brand" href="/">${MARK}<span>${SITE_NAME}</span></a>
<nav aria-label="Service">${links}</nav></header>
<main id="content">${content}</main>
<footer><nav aria-label="About"><a href="/">Start</a><a href="/how-it-is-scored">How it is
scored</a><a href="/docs">Docs</a><a href="/privacy">Privacy</a><a href="/bot">About our visits to
sites</a></nav></footer></body></html>`
  return String(await markup)
}
