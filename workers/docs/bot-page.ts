import { html, raw } from 'hono/html'
import { LEGAL_PAGES_MAX } from '../../shared/attribution/collectors/probe/fetch-legal-pages.ts'
import { ROBOTS_TOKEN } from '../../shared/attribution/collectors/probe/fetch-robots.ts'

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; padding: 1rem 1rem 4rem; max-width: 44rem;
font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word }
code, pre { font: .9em/1.5 ui-monospace, monospace }
pre { padding: .75rem; overflow: auto; border: 1px solid currentColor }
`

interface Visitor {
  publicUrl: string
  userAgent: string
  /** Sender of our emails: an address, or a name with an address in angle brackets. */
  emailFrom: string
  /** True if requests carry signatures (Web Bot Auth). */
  isSigned: boolean
}

/** The page for the owner of a site who found the User-Agent of this service in a log. */
export function botPage({
  publicUrl,
  userAgent,
  emailFrom,
  isSigned,
}: Visitor): ReturnType<typeof html> {
  const contact = /<([^<>]+)>/.exec(emailFrom)?.[1] ?? emailFrom
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>About our visits to your site</title><style>${raw(STYLE)}</style></head>
<body><main><h1>About our visits to your site</h1>
<p>The service at <a href="${publicUrl}">${publicUrl}</a> finds out who operates a domain. It reads
public information: DNS, the registration, and the web site. Its requests have this name:</p>
<pre>${userAgent}</pre>
<h2>Pages that we read</h2>
<ul><li>The home page and <code>robots.txt</code>, and at most ${LEGAL_PAGES_MAX} pages that name an
operator, such as an imprint, terms or contact page.</li>
<li>Style sheets of these pages, one feed, the icon, and small public files such as
<code>ads.txt</code> and <code>security.txt</code>.</li>
<li>In a detailed analysis, a picture of the home page. If only scripts draw the page, a browser
reads it once more. If the page cannot be read, we may ask a public web archive for its copy.
</li></ul>
<p>We send no forms, sign in nowhere, and test nothing for weaknesses.</p>
${
  isSigned
    ? html`<h2>Recognizing us</h2>
<p>Anybody can send our name. Our own requests for pages and files also carry a signature (Web Bot
Auth, RFC 9421) in the headers <code>Signature-Agent</code>, <code>Signature-Input</code> and
<code>Signature</code>. Our public keys are at <a
href="/.well-known/http-message-signatures-directory">${publicUrl}/.well-known/http-message-signatures-directory</a>.
The browser that takes pictures does not sign.</p>`
    : ''
}
<h2>Frequency</h2>
<p>We come when a customer asks about your domain, usually for a few seconds. A customer can also
watch a domain. Then we open its home page once an hour, a day or a week.</p>
<h2>Keeping us away</h2>
<p>We follow <code>robots.txt</code> for everything but the home page and <code>robots.txt</code>
itself. These lines keep us from all other pages:</p>
<pre>User-agent: ${ROBOTS_TOKEN}
Disallow: /</pre>
<p>To keep us from the home page too, or to report a problem, write to
<a href="mailto:${contact}">${contact}</a> with the name of your domain.</p>
</main></body></html>`
}
