import { html } from 'hono/html'
import type { OpenAPIObject } from 'openapi3-ts/oas31'

/**
 * Configuration of Scalar, the script of the API reference page. All features that send requests to
 * Scalar's servers are disabled.
 */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'apiKey' },
}

export function referencePage({ info }: OpenAPIObject): ReturnType<typeof html> {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title}</title></head>
<body><noscript><a href="/docs?plain=true">${info.title} without scripts</a></noscript>
<script id="api-reference" data-configuration="${JSON.stringify(CONFIGURATION)}"></script>
<script src="/docs/reference.js"></script></body></html>`
}
