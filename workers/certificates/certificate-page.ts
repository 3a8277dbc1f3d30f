import { html } from 'hono/html'
import type { SignedCertificate } from '../../shared/certificates/certificate.ts'
import { dayInWords } from '../pages/page-words.ts'
import { publicPage } from '../pages/public-page.ts'

const SCRIPT = '/pages/check-certificate.js'

/**
 * Shows no result, because anybody may open the address. The visitor's own file has the result, and
 * the script of the page checks it.
 */
export function certificatePage({ certificate, signatures }: SignedCertificate): Promise<string> {
  const { certificate_id: id, issued_at, evidence_root } = certificate
  const day = dayInWords(issued_at) ?? issued_at
  const keyIds = [...new Set(signatures.map(({ key_id }) => key_id))].join(', ')
  return publicPage({
    title: 'Check a certificate',
    description: `We issued this certificate on ${day}. Check here if your copy is genuine.`,
    isHidden: true,
    script: SCRIPT,
    content: html`<div class="narrow"><h1>Is this certificate genuine?</h1>
<p class="lead">We issued a certificate with this number on
<time datetime="${issued_at}">${day}</time>. Check here what it says, and that it is unchanged.</p>
<div class="drop" data-certificate="${id}"><h2><label for="file">Your copy: the PDF or the JSON
file</label></h2><p><input id="file" type="file" accept=".pdf,.json,application/pdf,application/json"
aria-describedby="where"></p><p class="quiet" id="where">Choose the file, or drop it here. Your browser
checks it with our published keys; the file is not uploaded.</p><noscript><p>The check needs a script.
Programs can send the JSON to <code>POST /certificates/verify</code>.</p></noscript></div>
<div id="result" class="card result" role="status" hidden></div>
<section class="section"><h2>Our record</h2><dl class="facts"><div><dt>Number</dt>
<dd><code>${id}</code></dd></div><div><dt>Issued</dt><dd>${day}</dd></div><div><dt>Digest of the
evidence</dt><dd><code>${evidence_root}</code></dd></div><div><dt>Signed with the keys</dt>
<dd><code>${keyIds}</code></dd></div></dl><p class="quiet">The answer itself is only in the
certificate. <a href="/.well-known/attribution-keys.json">All published keys</a></p></section>
</div>`,
  })
}
