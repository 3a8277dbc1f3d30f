import { html, raw } from 'hono/html'
import type { ScoringExplanation } from '../../shared/attribution/scoring/explain-scoring.ts'
import { reliabilityDiagram } from '../../shared/attribution/scoring/reliability-diagram.ts'

type Markup = ReturnType<typeof html>
type Source = ScoringExplanation['sources'][number]
type Basis = ScoringExplanation['basis'][number]

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9df, #3c434d);
--soft: light-dark(#f3f5f8, #20252c); --quiet: light-dark(#4d5663, #b3bcc8);
--accent: light-dark(#1f6f8b, #7cc4de); --high: light-dark(#a11c1c, #ff9b93);
--medium: light-dark(#855000, #f0bd6a) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem 1rem 4rem; max-width: 60rem;
font: 16px/1.55 system-ui, sans-serif; background: light-dark(#fff, #15181d);
color: light-dark(#1b2027, #e8ebef); overflow-wrap: break-word }
h1 { line-height: 1.2; margin: 1rem 0 .5rem } h2 { margin: 2.5rem 0 .5rem; padding-top: 1rem;
border-top: 1px solid var(--line) } h3 { margin: 1.75rem 0 .25rem }
p, li { max-width: 44rem } a { color: var(--accent) }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .5rem 0 }
caption { text-align: left; color: var(--quiet); padding: .25rem 0 }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0;
border-bottom: 1px solid var(--line) }
thead th { color: var(--quiet); font-weight: 600 } tbody th { font-weight: 600 }
.number { text-align: right; font-variant-numeric: tabular-nums }
td.number { white-space: nowrap } .compact { width: auto }
code { font: .85em ui-monospace, monospace; color: var(--quiet); overflow-wrap: anywhere }
th code { white-space: nowrap } .note { display: block; color: var(--quiet); font-size: .92em }
.scroll { overflow-x: auto } .scroll:focus-visible { outline: 2px solid var(--accent);
outline-offset: 2px }
.high { color: var(--high); font-weight: 600 } .medium { color: var(--medium); font-weight: 600 }
figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto; color: inherit }
svg text { fill: currentColor } svg .paper { fill: var(--soft) } svg .grid { stroke: var(--line) }
svg .ideal { stroke: var(--quiet) } figcaption { color: var(--quiet); max-width: 44rem }
@media (max-width: 34rem) { .stacked thead { position: absolute; width: 1px; height: 1px;
overflow: hidden; clip-path: inset(50%) } .stacked tr { display: block;
border-bottom: 1px solid var(--line); padding: .4rem 0 }
.stacked th, .stacked td { display: block; border: 0; padding: .1rem 0 } }
`

const BASIS_TITLES = {
  verified: 'Verified',
  corroborated: 'Corroborated',
  stated: 'Stated',
} as const
const basisTitle = (basis: Basis['basis']): string =>
  basis === null ? 'None' : BASIS_TITLES[basis]

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)}%`

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function basisRow({ basis, sentence, confidence_max, limits, authors }: Basis): Markup {
  return html`<tr><th scope="row">${basisTitle(basis)}</th><td>${sentence}${
    basis === null
      ? ''
      : html`<span class="note">Authors: ${authors.map(({ title }) => title).join('; ')}.</span>`
  }</td><td>${confidence_max === null ? '' : html`At most ${confidence_max}.`}${limits.map(
    (limit) => html`<span class="note">${limit.confidence_max}: ${limit.when}</span>`,
  )}</td></tr>`
}

function sourceRow(
  { name, sentence, party, role, basis, otherwise }: Source,
  titles: Map<string, string>,
): Markup {
  const others = otherwise.map(
    (other) =>
      html`<span class="note">${titles.get(other.author)}
(${basisTitle(other.basis).toLowerCase()}): ${other.when}</span>`,
  )
  return html`<tr><td>${sentence}
<code>${name}</code>${others}</td><td>${sentenceCase(party)}</td>
<td>${sentenceCase(role)}</td><td>${basisTitle(basis)}</td></tr>`
}

function authorSection({ basis, sources }: ScoringExplanation): Markup[] {
  const authors = basis.flatMap((each) =>
    each.authors.map((author) => ({ ...author, basis: each.basis })),
  )
  const titles = new Map(authors.map(({ author, title }) => [author as string, title]))
  return authors.map(({ author, title, meaning, basis: strongest }) => {
    const own = sources.filter((source) => source.author === author)
    const gives =
      strongest === null
        ? 'No statement of theirs is a vote.'
        : `Their word for a name: ${basisTitle(strongest).toLowerCase()}.`
    return html`<h3 id="author-${author.replaceAll(' ', '-')}">${title}</h3><p>${meaning}
${gives}</p>${
      own.length === 0
        ? ''
        : html`<table class="stacked"><caption>Statements of this author:
${own.length}</caption><thead><tr><th scope="col">Statement</th><th scope="col">Found in</th>
<th scope="col">Use</th><th scope="col">Basis</th></tr></thead><tbody>${own.map((source) =>
            sourceRow(source, titles),
          )}</tbody></table>`
    }`
  })
}

function reliabilitySection({ reliability: { cases, bins }, figures }: ScoringExplanation): Markup {
  const diagram = reliabilityDiagram('Reliability of stated confidence', [
    { name: 'all sets', colour: 'var(--accent)', bins },
  ])
  const [version, measured] = [figures.scorer_version, figures.measured_version]
  return html`<p>${cases} labelled domains, measured with version ${measured} of the parameters.${
    version === measured ? '' : ` The service answers with version ${version}.`
  } ${
    figures.held_out
      ? 'Each domain was judged by a fit that had seen no domain of its operator.'
      : 'The fit may have seen some of these domains.'
  }</p>
<figure>${raw(diagram)}<figcaption>Each dot is a group of answers;
a larger dot stands for more answers. On the dashed line, the stated confidence is the share that
was right. Above it, the answers were better than stated.</figcaption></figure>
<table class="compact"><caption>The values of the diagram</caption><thead><tr><th scope="col"
class="number">Stated confidence</th><th scope="col" class="number">Answers</th><th scope="col"
class="number">Right</th></tr></thead><tbody>${bins
    .filter(({ count }) => count > 0)
    .map(
      ({ confidence, count, accuracy }) =>
        html`<tr><th scope="row" class="number">${confidence.toFixed(2)}</th>
<td class="number">${count}</td><td class="number">${percent(accuracy, 1)}</td></tr>`,
    )}</tbody></table>`
}

function figuresTable({ figures: { sets, sure_confidence } }: ScoringExplanation): Markup {
  const headings = [
    ...[
      'Domains',
      'Right',
      'Brand named',
      'Wrong',
      'Of these harmful',
      'Nobody named',
      'Calibration error',
    ],
    `Right at ${sure_confidence} or more`,
  ]
  return html`<div class="scroll" role="region" aria-label="Figures of each set"
tabindex="0"><table><caption>Figures of each set of labelled domains.
Right: the operator, or nobody where nobody can be named.
Harmful: the answer named the imitated party or a service provider.</caption><thead><tr>
<th scope="col">Set</th>${headings.map(
    (heading) => html`<th scope="col" class="number">${heading}</th>`,
  )}</tr></thead><tbody>${sets.map(
    ({ name, cases, right, brand, wrong, harmful, abstained, ece, sure }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${cases}</td>${[
        right,
        brand,
        wrong,
      ].map(
        (count) => html`<td class="number">${percent(count, cases)}</td>`,
      )}<td class="number">${harmful}</td><td class="number">${percent(abstained, cases)}</td>
<td class="number">${ece.toFixed(3)}</td><td class="number">${percent(sure.right, sure.cases)}
of ${sure.cases}</td></tr>`,
  )}</tbody></table></div>`
}

const SECTIONS = {
  basis: 'Basis and limits of confidence',
  sources: 'Sources and their authors',
  warnings: 'Warnings',
  reliability: 'Reliability',
  figures: 'Figures of this release',
  limits: 'Known limits',
} as const

export function scoringPage(explanation: ScoringExplanation): Markup {
  const { basis, warnings, figures, limits } = explanation
  const heading = (name: keyof typeof SECTIONS) => html`<h2 id="${name}">${SECTIONS[name]}</h2>`
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>How an answer is scored</title>
<style>${raw(STYLE)}</style></head>
<body><main><h1>How an answer is scored</h1>
<p>An answer names the operator of a domain with a confidence: the probability that the name is
right. Each statement in the evidence has an author, whoever can write it.
At ${figures.sure_confidence} or more, an author that the holder of the domain cannot write as
confirms the name.</p>
<nav aria-label="Sections"><ul>${Object.entries(SECTIONS).map(
    ([name, title]) => html`<li><a href="#${name}">${title}</a></li>`,
  )}<li><a href="/docs">API reference</a></li></ul></nav>
${heading('basis')}<table class="stacked"><caption>The basis is the strongest author behind the
named operator. The lowest limit that applies counts.</caption><thead><tr>
<th scope="col">Basis</th><th scope="col">Meaning</th>
<th scope="col">Confidence</th></tr></thead><tbody>${basis.map(basisRow)}</tbody></table>
${heading('sources')}<p>X stands for a name, Y for an observed value.
However many statements the holder of the domain makes, they never verify a
name.</p>${authorSection(explanation)}
${heading('warnings')}<table class="stacked"><caption>An answer can have several warnings, those
of high severity first.</caption><thead><tr><th scope="col">Warning</th>
<th scope="col">Severity</th><th scope="col">Said when</th></tr></thead><tbody>${warnings.map(
    ({ kind, severity, when }) =>
      html`<tr><th scope="row"><code>${kind}</code></th>
<td class="${severity}">${sentenceCase(severity)}</td><td>${when}</td></tr>`,
  )}</tbody></table>
${heading('reliability')}${reliabilitySection(explanation)}
${heading('figures')}${figuresTable(explanation)}
${heading('limits')}<ul>${limits.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>
<p>For programs: the same content as JSON at this address, and <a href="/docs">the API
reference</a>.</p></main></body></html>`
}
