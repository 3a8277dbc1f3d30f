import { html } from 'hono/html'
import type { Verdict } from '../../shared/attribution/answer/verdict.ts'
import type { CreditPack } from '../../shared/platform/environment.ts'
import type { Markup } from '../pages/outside-markup.ts'
import { counted } from '../pages/page-words.ts'
import { publicPage } from '../pages/public-page.ts'
import { verdictCard } from '../pages/verdict-card.ts'

export interface LandingFacts {
  isSignedIn: boolean
  quotaFree: number
  monitorsFree: number
  packs: readonly CreditPack[]
  specimens: readonly Specimen[]
}

export interface Specimen {
  story: string
  verdict: Verdict
}

const DESCRIPTION =
  'Paste a domain: who runs it, how sure that is, and the evidence. With a warning if somebody ' +
  'imitates a company.'
const INPUT_CHARACTERS_MAX = 2_048

export function landingPage(facts: LandingFacts): Promise<string> {
  return publicPage({
    title: 'Who runs this domain?',
    description: DESCRIPTION,
    links: html`<a href="#answers">Examples</a><a href="#prices">Prices</a><a href="/docs">Docs</a>
<a href="/app/">${facts.isSignedIn ? 'Open the app' : 'Sign in'}</a>`,
    content: html`${hero(facts)}${specimenSection(facts.specimens)}${PROMISES}${priceSection(facts)}
${DOCUMENTS}`,
  })
}

function hero({ isSignedIn, quotaFree }: LandingFacts): Markup {
  const terms = isSignedIn
    ? html`You are signed in. <a href="/app/">Go to your analyses</a>`
    : `${counted(quotaFree, 'analysis', 'analyses')} a month are free. You sign in with a link by \
email, without a password.`
  return html`<section class="hero"><h1>Who runs this domain?</h1><p class="lead">Paste a domain.
You get its operator, how sure that is, and the evidence. Or a warning that somebody imitates a
company.</p><form class="field" method="get" action="/app/"><label for="domain">Domain or
address</label><input id="domain" name="domain" type="text" inputmode="url" required
maxlength="${INPUT_CHARACTERS_MAX}" autocomplete="off" autocapitalize="none" spellcheck="false"
placeholder="example.com"><button class="button" type="submit">Analyze</button></form>
<p class="quiet">${terms}</p></section>`
}

function specimenSection(specimens: readonly Specimen[]): Markup {
  return html`<section class="section" id="answers"><h2>Three answers</h2>
<p class="quiet">Real answers of this service about invented companies, from the internet that it is
tested with.</p><div class="specimens">${specimens.map(
    ({ story, verdict }) =>
      html`<div><h3>${story}</h3>${verdictCard(verdict, { level: 3, isFolded: true })}</div>`,
  )}</div></section>`
}

const PROMISES = html`<section class="section"><h2>Why you can rely on it</h2><div class="columns">
<div><h3>Each statement has an author</h3><p>A site can say anything about itself. An answer says who
confirms it: a register, a certificate authority, the company itself, or nobody.</p></div>
<div><h3>The number means something</h3><p>Of 100 answers with 90%, about 90 are right. We publish
<a href="/how-it-is-scored#reliability">how often we were right</a>.</p></div>
<div><h3>Nobody is a valid answer</h3><p>If the evidence names nobody, the answer says so. An imitated
company is never named as the operator.</p></div>
<div><h3>Evidence that lasts</h3><p>Each answer can be a signed certificate as a PDF. Anybody checks
it in a browser, without an account.</p></div></div></section>`

const price = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const grouped = new Intl.NumberFormat('en')

function priceSection({ quotaFree, monitorsFree, packs }: LandingFacts): Markup {
  return html`<section class="section" id="prices"><h2>Prices</h2><div class="columns">
<div class="card"><h3>Free</h3><p class="price">${quotaFree} a month</p><p>Analyses of single domains
and lists, and ${counted(monitorsFree, 'watched domain')}. No card.</p></div>${packs.map(
    ({ credits, unit_amount, currency }) =>
      html`<div class="card"><h3>${grouped.format(credits)} credits</h3><p class="price">${price(
        unit_amount,
        currency,
      )}</p><p>${price((unit_amount / credits) * 100, currency)} for 100 analyses.</p></div>`,
  )}</div><p class="quiet">One analysis costs one credit once the free ones are used. An analysis that
fails costs nothing. There is no subscription.</p></section>`
}

const DOCUMENTS = html`<section class="section"><h2>For programs and agents</h2><div class="columns">
<div><h3><a href="/docs#quickstart">Quickstart</a></h3><p>From a key to the first answer in three
steps.</p></div><div><h3><a href="/docs">API</a></h3><p>Analyses, lists, monitors, webhooks and
exports, as JSON, CSV and STIX.</p></div><div><h3><a href="/docs#guide-agent">Agents</a></h3><p>The
same as tools of the Model Context Protocol.</p></div><div><h3><a href="/how-it-is-scored">How it is
scored</a></h3><p>Sources, authors, limits, and what we get wrong.</p></div></div></section>`
