import { html } from 'hono/html'
import {
  confidenceText,
  percentText,
  type Verdict,
} from '../../shared/attribution/answer/verdict.ts'
import { factsList } from './answer-facts-list.ts'
import { type Markup, outside } from './outside-markup.ts'
import { dayInWords } from './page-words.ts'

type Warning = Verdict['warnings'][number]
type Reason = Verdict['reasons'][number]

const CANDIDATES_MAX = 5
const STRENGTHS = { strong: 'Strong', medium: 'Medium', weak: 'Weak' } as const

const heading = (level: number, content: Markup | string, className = ''): Markup => {
  const attribute = className === '' ? '' : html` class="${className}"`
  switch (level) {
    case 1:
      return html`<h1${attribute}>${content}</h1>`
    case 2:
      return html`<h2${attribute}>${content}</h2>`
    case 3:
      return html`<h3${attribute}>${content}</h3>`
    default:
      return html`<h4${attribute}>${content}</h4>`
  }
}

interface CardOptions {
  level?: number
  isFolded?: boolean
  picturePath?: string
}

/**
 * An answer for people. `level` is that of its headline among the headings of the page. With
 * `isFolded`, the reader opens the reasons and facts.
 */
export function verdictCard(
  verdict: Verdict,
  { level = 1, isFolded = false, picturePath }: CardOptions = {},
): Markup {
  const bands = verdict.warnings.filter(({ severity }) => severity !== 'info')
  const notes = verdict.warnings.filter(({ severity }) => severity === 'info')
  const facts = factsList(verdict.facts)
  const picture =
    picturePath === undefined || verdict.facts.picture === null
      ? ''
      : html`<figure class="picture"><img src="${picturePath}" alt="Screenshot of the home page"
loading="lazy"><figcaption class="quiet">The site when it was analyzed</figcaption></figure>`
  const more = html`${reasonsSection(verdict.reasons, level + 1)}${
    facts === '' ? '' : html`<section>${heading(level + 1, 'Facts')}${facts}</section>`
  }${picture}`
  return html`<article class="verdict">${bands.map(band)}
<div class="about">${domainLine(verdict)}${heading(level, outside(verdict.headline), 'headline')}
${numberOf(verdict)}${basisOf(verdict)}${candidatesOf(verdict)}
${notes.length === 0 ? '' : html`<ul class="tags notes">${notes.map(noteOf(verdict))}</ul>`}</div>
${isFolded ? html`<details><summary>Reasons and facts</summary>${more}</details>` : more}
<p class="checked">${checkedLine(verdict)}</p></article>`
}

// The title of a young registration already has the number of days.
const band = ({ kind, severity, title, detail }: Warning): Markup =>
  html`<p class="band ${severity}">${outside(title)}${
    kind !== 'very_young' && html`<span>${outside(detail)}</span>`
  }</p>`

// The headline already says that the domain is not registered.
const noteOf =
  ({ headline }: Verdict) =>
  ({ title }: Warning) =>
    title === headline ? '' : html`<li>${outside(title)}</li>`

function domainLine({ domain, domain_unicode }: Verdict): Markup {
  const ascii =
    domain === domain_unicode ? '' : html` <span class="quiet">${outside(domain)}</span>`
  return html`<p class="domain">${outside(domain_unicode)}${ascii}</p>`
}

function numberOf({ entity, confidence, meaning }: Verdict): Markup {
  const number = entity === null ? '' : `${confidenceText(confidence)}. `
  const width = Math.round(confidence * 100)
  const meter = html`<div class="meter"><svg viewBox="0 0 100 1" preserveAspectRatio="none"
aria-hidden="true"><rect width="${width}" height="1"></rect></svg></div>`
  return html`${entity === null ? '' : meter}${meaning === null ? '' : html`<p>${number}${outside(meaning)}</p>`}`
}

const basisOf = ({ basis, basis_label, basis_sentence }: Verdict): Markup | '' =>
  basis === null
    ? ''
    : html`<p><span class="basis ${basis}">${basis_label ?? basis}</span>
${basis_sentence === null ? '' : outside(basis_sentence)}</p>`

function candidatesOf({ outcome, candidates }: Verdict): Markup | '' {
  if (outcome !== 'ambiguous' || candidates.length === 0) return ''
  return html`<ul class="tags" aria-label="Candidates">${candidates
    .slice(0, CANDIDATES_MAX)
    .map(
      ({ entity, confidence }) => html`<li>${outside(entity)} ${percentText(confidence)}</li>`,
    )}</ul>`
}

function reasonsSection(reasons: readonly Reason[], level: number): Markup | '' {
  if (reasons.length === 0) return ''
  return html`<section>${heading(level, 'Reasons')}<ul class="reasons">${reasons.map(
    reasonItem,
  )}</ul></section>`
}

function reasonItem({ text, observed, source, strength }: Reason): Markup {
  const quoted = observed === '' ? '' : html`<span class="observed">${outside(observed)}</span>`
  const weight = strength === null ? 'Speaks against' : STRENGTHS[strength]
  return html`<li class="${strength ?? 'against'}"><p>${outside(text, 400)}</p>${quoted}
<span class="quiet">${weight} · ${outside(source)}</span></li>`
}

function checkedLine({ collected_at, depth, passive }: Verdict): Markup {
  const kind = depth === 'quick' ? 'quick analysis' : 'full analysis'
  return html`Checked by Domain Attribution on
<time datetime="${collected_at}">${dayInWords(collected_at) ?? collected_at}</time> ·
${kind}${passive ? ', without a visit to the site' : ''}`
}
