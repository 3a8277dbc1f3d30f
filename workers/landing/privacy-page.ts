import { html } from 'hono/html'
import type { Environment } from '../../shared/platform/environment.ts'
import { publicPage } from '../pages/public-page.ts'

export type PrivacySettings = Pick<
  Environment,
  'JOB_RETENTION_DAYS' | 'EMAIL_FROM' | 'BULK_EXPORT_LINK_HOURS'
>

/** Says the same as docs/operations.md, "How long data stays". */
export function privacyPage(env: PrivacySettings): Promise<string> {
  const contact = /<([^<>]+)>/.exec(env.EMAIL_FROM)?.[1] ?? env.EMAIL_FROM
  const days = `${env.JOB_RETENTION_DAYS} days`
  return publicPage({
    title: 'Privacy',
    description: 'Data that this service stores, how long, and who can read it.',
    content: html`<div class="narrow"><h1>Privacy</h1>
<p class="lead">We store what an analysis needs, tell you how long, and sell nothing.</p>
<section class="section"><h2>Data of your account</h2><dl class="facts"><div><dt>Email address</dt>
<dd>To sign in and for the emails that you want. Until you close the account.</dd></div>
<div><dt>Analyses, lists, correlations</dt><dd>With the domains that you asked about. ${days} after
their end.</dd></div><div><dt>Watched domains, labels, notes</dt><dd>Until you delete them.</dd></div>
<div><dt>API keys</dt><dd>Only as digests; nobody can read them.</dd></div>
<div><dt>Addresses of your requests</dt><dd>Only the network (/24 or /48), with actions on the account.
${days}.</dd></div><div><dt>Payments</dt><dd>Made at Stripe. We store amounts, never card
numbers.</dd></div><div><dt>Files of lists</dt>
<dd>${env.BULK_EXPORT_LINK_HOURS} hours.</dd></div></dl></section>
<section class="section"><h2>Who sees what</h2><ul><li><strong>Your account</strong>: only you. Other
customers do not see what you asked.</li><li><strong>Operators and the history of a domain</strong>:
all customers see what public sources said about a domain, without who asked for it.</li>
<li><strong>Shared answers</strong>: everybody who has the link, until it expires or you end it. The
page names no account.</li><li><strong>Certificates</strong>: everybody can check that a number was
issued, but reads no answer.</li><li><strong>The analyzed site</strong>: sees a visit with our name,
and never yours. A passive analysis does not visit it.</li><li><strong>Services that we ask</strong>:
DNS services, registries, certificate logs and registers get the domain, without your account. A
language model, if one is used, gets texts of the public page.</li></ul></section>
<section class="section"><h2>Cookies</h2><p>The app sets one cookie to keep you signed in. There is no
other cookie, no tracking and no script of others. Public pages set none.</p></section>
<section class="section"><h2>Your choices</h2><ul><li>Download all data of your account in the
settings, or with <code>GET /auth/me/export</code>.</li><li>Close the account in the settings: your
personal data is erased, and all shared links end. Only the books stay, without a name.</li>
<li>Write to <a href="mailto:${contact}">${contact}</a>, also if you found yourself in an answer, or
want us to <a href="/bot">keep away from your site</a>.</li></ul></section></div>`,
  })
}
