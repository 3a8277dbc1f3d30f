import { html } from 'hono/html'
import { confidenceText, percentText } from '../../shared/attribution/answer/verdict.ts'
import { linkWords } from '../../shared/correlations/link-kinds.ts'
import type {
  SharedAnalysis,
  SharedAnswer,
  SharedCorrelation,
} from '../../shared/shares/shared-answer.ts'
import { type Markup, outside, visibleText } from '../pages/outside-markup.ts'
import { counted, dayInWords } from '../pages/page-words.ts'
import { publicPage } from '../pages/public-page.ts'
import { verdictCard } from '../pages/verdict-card.ts'

const PREVIEW_CHARACTERS_MAX = 120
const SHARED_MAX = 12

type Group = SharedCorrelation['groups'][number]

const INVITATION = html`<p class="actions"><a class="button" href="/">Analyze a domain
yourself</a><a class="button plain" href="/how-it-is-scored">How it is scored</a></p>
<p class="quiet">Somebody shared this answer with a link. It says nothing about who asked.</p>`

/** `picturePath`: path of the screenshot. */
export function sharePage(answer: SharedAnswer, picturePath: string): Promise<string> {
  switch (answer.subject) {
    case 'analysis':
      return analysisPage(answer, picturePath)
    case 'correlation':
      return correlationPage(answer)
    default:
      return answer satisfies never
  }
}

function analysisPage(answer: SharedAnalysis, picturePath: string): Promise<string> {
  const { domain_unicode, headline, warnings, entity, confidence, basis_label } = answer
  const [warning] = warnings.filter(({ severity }) => severity !== 'info')
  const preview = [warning?.title, basis_label, entity === null ? null : confidenceText(confidence)]
    .filter((part) => part != null)
    .join(' · ')
  return publicPage({
    title: visibleText(
      `${domain_unicode}: ${warning?.severity === 'high' ? warning.title : headline}`,
      PREVIEW_CHARACTERS_MAX,
    ),
    description: visibleText(preview === '' ? answer.summary : preview),
    isHidden: true,
    content: html`<div class="narrow">${verdictCard(answer, { picturePath })}${INVITATION}</div>`,
  })
}

function correlationPage(answer: SharedCorrelation): Promise<string> {
  const { groups, imitations, ungrouped, unanalyzed, collected_at } = answer
  const total = [...groups.flatMap(({ domains }) => domains), ...ungrouped, ...unanalyzed].length
  const title = `Who runs these ${counted(total, 'domain')}?`
  const found =
    groups.length === 0
      ? 'No two of them are known to have one operator'
      : `${counted(groups.length, 'group')} of domains with one operator`
  return publicPage({
    title,
    description: `${found}.`,
    isHidden: true,
    content: html`<div class="narrow"><h1>${title}</h1><p class="lead">${found}.</p>
${imitations.map(imitationBand)}
<div class="groups">${groups.map(groupCard)}${loose('No operator in common', ungrouped)}
${loose('Could not be analyzed', unanalyzed)}</div>
<p class="quiet">Compared by Domain Attribution on
<time datetime="${collected_at}">${dayInWords(collected_at) ?? collected_at}</time></p>
${INVITATION}</div>`,
  })
}

const imitationBand = ({ domain, entity }: SharedCorrelation['imitations'][number]): Markup =>
  html`<p class="band high">${outside(domain)} imitates ${outside(entity)}</p>`

const names = (domains: readonly string[], label: string): Markup =>
  html`<ul class="tags" aria-label="${label}">${domains.map(
    (domain) => html`<li>${outside(domain)}</li>`,
  )}</ul>`

function groupCard({ entity, confidence, domains, shared_signals: shared }: Group): Markup {
  const left = shared.length - SHARED_MAX
  return html`<section class="card"><h2>${
    entity === null ? 'Operator unknown' : outside(entity)
  }</h2><p>${percentText(confidence)} that these ${counted(domains.length, 'domain')} have one
operator</p>${names(domains, 'Domains of the group')}
${shared.length === 0 ? '' : html`<h3>What they share</h3>`}
<ul class="shared">${shared.slice(0, SHARED_MAX).map(
    ({ signal, value, domains: holders, copyable }) =>
      html`<li><strong>${outside(linkWords(signal))}</strong> ${outside(value, 160)}
<span class="quiet">on ${counted(holders.length, 'domain')}${
        copyable ? ' · anybody can copy it' : ''
      }</span></li>`,
  )}</ul>${left > 0 ? html`<p class="quiet">and ${left} more</p>` : ''}</section>`
}

const loose = (title: string, domains: readonly string[]): Markup | '' =>
  domains.length === 0
    ? ''
    : html`<section class="card"><h2>${title}</h2>${names(domains, title)}</section>`
