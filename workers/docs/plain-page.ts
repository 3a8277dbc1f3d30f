import { html, raw } from 'hono/html'
import type {
  MediaTypeObject,
  OpenAPIObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
} from 'openapi3-ts/oas31'
import { type Listed, operationsOf } from '../openapi/document.ts'
import { resolved } from '../openapi/examples.ts'

type Markup = ReturnType<typeof html>

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent);
--soft: color-mix(in srgb, currentColor 6%, transparent) }
* { box-sizing: border-box } a { color: light-dark(#0b5f6b, #7ad3dc) }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; display: grid;
grid-template-columns: minmax(14rem, 19rem) minmax(0, 60rem); gap: 2rem }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem;
border-right: 1px solid var(--line); font-size: .85rem }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0 }
nav a { color: inherit; text-decoration: none; display: block; padding: .15rem 0;
overflow-wrap: anywhere }
nav a:hover, nav a:focus-visible { text-decoration: underline }
main { padding: 1rem 1rem 4rem }
section { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 2rem }
code, pre { font: .85em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px }
code { padding: .1em .3em; overflow-wrap: anywhere } pre { padding: .75rem; overflow: auto;
white-space: pre-wrap; overflow-wrap: anywhere;
max-height: 28rem } pre code { background: none; padding: 0 }
table { border-collapse: collapse; width: 100%; font-size: .9rem } th, td { text-align: left;
vertical-align: top; overflow-wrap: anywhere; padding: .35rem .5rem; border-bottom: 1px solid var(--line) }
summary { cursor: pointer } .back { font-weight: 600; padding-bottom: .75rem } .method { font-weight: 700 }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto;
border: 0 } }
`

function prose(text: string): Markup[] {
  const inline = (paragraph: string) =>
    paragraph.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
      if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
      return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : part
    })
  return text.split('\n').flatMap((line) => (line === '' ? [] : [html`<p>${inline(line)}</p>`]))
}

const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? ''

function exampleOf({ components }: OpenAPIObject, media: MediaTypeObject | undefined): unknown {
  if (media?.example !== undefined) return media.example
  const [first] = Object.values(media?.examples ?? {})
  const example = first?.$ref === undefined ? first : components?.examples?.[nameOf(first.$ref)]
  return example !== undefined && 'value' in example ? example.value : undefined
}

const shown = (value: unknown) =>
  value === undefined ? '' : html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`

function parameterRow(
  { components }: OpenAPIObject,
  given: ParameterObject | ReferenceObject,
): Markup {
  const parameter = 'name' in given ? given : components?.parameters?.[nameOf(given.$ref)]
  if (parameter === undefined || !('name' in parameter)) return html``
  const { name, in: location, required = false } = parameter
  const schema = resolved(parameter.schema ?? {}, components?.schemas ?? {})
  const bounds = { 'at least': schema.minimum, 'at most': schema.maximum, default: schema.default }
  const limits = [
    schema.enum?.join(', ') ?? [schema.type].flat().join(' or '),
    ...Object.entries(bounds).flatMap(([words, value]) =>
      value === undefined ? [] : [`${words} ${value}`],
    ),
  ].join('; ')
  return html`<tr><td><code>${name}</code></td><td>${location}${required ? ', required' : ''}</td>
<td>${limits}</td><td>${parameter.description ?? schema.description ?? ''}</td></tr>`
}

function responseBlock(
  document: OpenAPIObject,
  status: string,
  { description, content = {}, headers = {} }: ResponseObject,
): Markup {
  const [types, names] = [Object.keys(content).join(', '), Object.keys(headers).join(', ')]
  return html`<details><summary><strong>${status}</strong>
${description.split('\n')[0]?.replaceAll('`', '')}</summary>
${prose(description)}<p>${
    types === ''
      ? 'No body.'
      : html`Body:
<code>${types}</code>.`
  }
Headers: <code>${names}</code>.</p>
${shown(exampleOf(document, content['application/json']))}</details>`
}

const CREDENTIALS: Record<string, string> = { apiKey: 'X-API-Key', bearer: 'bearer token' }

function operationBlock(document: OpenAPIObject, { path, method, operation }: Listed): Markup {
  const asked = (operation.security ?? [])
    .flatMap((scheme) => Object.keys(scheme))
    .map((name) => CREDENTIALS[name] ?? name)
  const sent = operation.requestBody?.content
  const parameters = (operation.parameters ?? []).map((one) => parameterRow(document, one))
  const responses = Object.entries(operation.responses).map(([status, response]) =>
    responseBlock(document, status, response),
  )
  return html`<section id="${operation.operationId}"><h3>
<span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${operation.summary}</p>${prose(operation.description ?? '')}
<p>Credential: ${asked.length === 0 ? 'none' : asked.join(' or ')}.</p>
<table><thead><tr><th>Parameter</th><th>In</th><th>Values</th><th>Meaning</th></tr></thead>
<tbody>${parameters}</tbody></table>
${
  sent === undefined
    ? ''
    : html`<h4>Body (<code>${Object.keys(sent).join(', ')}</code>)</h4>
${shown(exampleOf(document, sent['application/json']))}`
}
<h4>Responses</h4>${responses}</section>`
}

const example = (text: string) => html`<pre><code>${text}</code></pre>`

function quickstart({ servers: [server] = [] }: OpenAPIObject): Markup {
  const base = server?.url ?? ''
  const call = `curl -s ${base}/analyze -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"domain": "test-corp.sandbox.example", "depth": "quick"}'`
  return html`<section id="quickstart"><h2>Quickstart</h2>
<ol><li>Sign in to the <a href="/app/">app</a> and create a key under API keys. Put it into a
variable: ${example('export KEY=dak_…')}</li>
<li>Analyze a domain. Sandbox domains cost nothing: ${example(call)}</li>
<li>Read <code>data.scoring_result</code>: <code>entity</code> is the operator,
<code>confidence</code> a probability, <code>basis</code> says who confirms it, and
<code>warnings</code> what speaks against it.</li></ol></section>`
}

interface Guide {
  id: string
  title: string
  text: Markup
  /** Path and body of the request. */
  request: string
}

const GUIDES: readonly Guide[] = [
  {
    id: 'guide-deep',
    title: 'Wait for a full analysis',
    text: html`Without <code>"depth": "quick"</code>, the answer is 202 with the address of the
analysis in <code>Location</code>. Read it with <code>?wait=true</code>, follow its
<a href="#streamJobEvents">events</a>, or give a <code>callback_url</code>.`,
    request: 'GET /jobs/job_…?wait=true',
  },
  {
    id: 'guide-list',
    title: 'Analyze a list',
    text: html`Up to 10,000 domains as JSON or CSV. Finished lines can be read at once; the end brings
files as CSV, JSON and STIX.`,
    request: `POST /analyze/bulk
{"domains": ["example.com", "example.net"], "name": "Case 12"}`,
  },
  {
    id: 'guide-monitor',
    title: 'Watch a domain',
    text: html`Checks cost nothing. A confirmed change is an email, a webhook and a row of
<a href="#listChanges">/changes</a>.`,
    request: `POST /monitors
{"domains": ["example.com"], "cadence": "weekly"}`,
  },
  {
    id: 'guide-webhook',
    title: 'Receive a webhook',
    text: html`Give a <code>callback_url</code> with an analysis, list, correlation or monitor. Check the
signature (Standard Webhooks), answer with a status 2xx within 15 seconds. <a href="#events">All
events</a>.`,
    request: 'POST /webhooks/test',
  },
  {
    id: 'guide-share',
    title: 'Share an answer',
    text: html`Anybody with the address reads the answer, as a page or as JSON, until it expires.`,
    request: `POST /jobs/job_…/share
{"expires_in_days": 30}`,
  },
  {
    id: 'guide-agent',
    title: 'Give it to an agent',
    text: html`The same as tools of the Model Context Protocol, with the API key as bearer token. Each
tool says its price.`,
    request: 'POST /mcp',
  },
]

const guides = (): Markup =>
  html`<section id="guides"><h2>Guides</h2>${GUIDES.map(
    ({ id, title, text, request }) =>
      html`<h3 id="${id}">${title}</h3><p>${text}</p>${example(request)}`,
  )}</section>`

function eventSection(document: OpenAPIObject): Markup {
  const events = operationsOf(document.webhooks).map(({ path, operation }) => {
    const headers = (operation.parameters ?? []).map((one) => parameterRow(document, one))
    return html`<h3 id="${operation.operationId}"><code>${path}</code></h3>
<p>${operation.summary}.</p><details><summary>Headers and body</summary>
<table><thead><tr><th>Header</th><th>In</th><th>Values</th><th>Meaning</th></tr></thead>
<tbody>${headers}</tbody></table>
${shown(exampleOf(document, operation.requestBody?.content?.['application/json']))}</details>`
  })
  return html`<section id="events"><h2>Webhook events</h2>
<p>Requests to the <code>callback_url</code> of an analysis, correlation, list or monitor. Any
status 2xx within 15 seconds confirms one; everything else is repeated for three days.</p>
${events}</section>`
}

export function plainPage(document: OpenAPIObject): Markup {
  const operations = operationsOf(document.paths)
  const sections = (document.tags ?? [])
    .map((tag) => ({
      ...tag,
      operations: operations.filter(({ operation }) => operation.tags?.includes(tag.name)),
    }))
    .filter((section) => section.operations.length > 0)
  const { title, version, description } = document.info
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/favicon.ico" type="image/svg+xml">
<style>${raw(STYLE)}</style></head>
<body><nav aria-label="Routes"><a class="back" href="/app/">← Back to the app</a>
<strong>Start</strong><ul><li><a href="#quickstart">Quickstart</a></li>${GUIDES.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}<li><a href="#events">Webhook events</a></li><li><a href="#conventions">Conventions</a></li>
<li><a href="/docs/reference">Interactive reference</a></li></ul>${sections.map(
    (section) =>
      html`<strong>${section.name}</strong><ul>${section.operations.map(
        ({ path, method, operation }) =>
          html`<li><a href="#${operation.operationId}">${method.toUpperCase()} ${path}</a></li>`,
      )}</ul>`,
  )}</nav>
<main><h1>${title} <small>${version}</small></h1>
<p><a href="/docs/reference">Interactive reference</a> (3.6 MB of script) ·
<a href="/openapi.json">OpenAPI ${document.openapi} for programs</a> ·
<a href="/how-it-is-scored">How an answer is scored</a> · <a href="/">Start page</a></p>
${quickstart(document)}${guides()}
<section id="conventions"><h2>Conventions</h2>${prose(description ?? '')}</section>
${eventSection(document)}
${sections.map(
  (section) =>
    html`<h2>${section.name}</h2><p>${section.description}</p>
${section.operations.map((listed) => operationBlock(document, listed))}`,
)}</main></body></html>`
}
