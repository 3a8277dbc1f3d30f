import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import { compactName } from '../../../../shared/attribution/names/entity-names.ts'
import { isHostName } from '../../../../shared/attribution/names/stated-names.ts'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'
import { CALIBRATION } from '../../../../shared/attribution/scoring/calibration.ts'
import { scoreSignals } from '../../../../shared/attribution/scoring/score.ts'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import { collected, NOW, probe, target } from '../scoring/sample-evidence.ts'

export type Row = [domain: string, operators: string[], html: string, head?: string]

export const organization = (name: string): string =>
  `<script type="application/ld+json">{"@type":"Organization","name":"${name}"}</script>`

/** One test page. The analysis gets no other evidence about the site. */
export interface PageCase {
  title: string
  domain: string
  /**
   * Accepted names of the operator. Empty if the page names nobody: then only the site's own name
   * may be the answer.
   */
  operators: readonly string[]
  html: string
  head?: string
  role?: PageRole
}

export interface PageAnswer {
  named: string | null
  candidates: readonly string[]
}

const SITE_TEXT = `<h1>Welcome</h1><p>Here you find what we have to offer, with pictures and a lot of
text about it.</p>`

export function answerOf({
  domain,
  html,
  head = '',
  role = 'home',
}: Omit<PageCase, 'title' | 'operators'>): PageAnswer {
  const url = `https://www.${domain}/`
  const home = parsePage({
    url,
    role: 'home',
    status: 200,
    html: documentOf(role === 'home' ? html : '', head, domain),
  })
  const other =
    role === 'home'
      ? []
      : [
          parsePage({
            url: `${url}${role}`,
            role,
            status: 200,
            html: documentOf(html, head, domain),
          }),
        ]
  const evidence: EvidenceSet = {
    http_probe: collected('http_probe', probe({ requested_url: url, pages: [home, ...other] })),
  }
  const at = target(domain)
  const { result } = scoreSignals(at, evidence, readSignals(at, evidence, NOW), NOW, CALIBRATION)
  return {
    named: result.outcome === 'attributed' ? result.entity : null,
    candidates: result.candidates.map(
      ({ entity, confidence }) => `${entity} ${confidence.toFixed(2)}`,
    ),
  }
}

const documentOf = (html: string, head: string, domain: string): string =>
  `<!doctype html><html><head><title>${domain.split('.')[0]}</title>${head}</head><body>${SITE_TEXT}${html}</body></html>`

export function faultOf(
  { domain, operators }: PageCase,
  { named, candidates }: PageAnswer,
): string | null {
  const own = [domain, domain.split('.')[0] ?? ''].map(compactName)
  const isOwn =
    named !== null &&
    (own.includes(compactName(named)) || (isHostName(named) && compactName(named) === own[0]))
  if (operators.length === 0)
    return named === null || isOwn ? null : `${domain}: named ${named}, nobody is stated`
  const isRight =
    named !== null &&
    operators.some(
      (operator) => compactName(operator) === compactName(named) || (isHostName(operator) && isOwn),
    )
  return isRight
    ? null
    : `${domain}: named ${named ?? 'nobody'} of ${candidates.slice(0, 4).join(' · ')}`
}

/** The tests ignore wrong candidates with a lower confidence, because they mislead nobody. */
const SCRAP_CONFIDENCE_MIN = 0.05

/**
 * Returns the wrong candidates: neither the operator nor the site's own name. The list is empty if
 * the page names nobody, because any text of such a page may become a weak candidate.
 */
const scrapsOf = ({ domain, operators }: PageCase, { candidates }: PageAnswer): string[] =>
  candidates.filter((candidate) => {
    if (operators.length === 0 || Number(candidate.split(' ').at(-1)) < SCRAP_CONFIDENCE_MIN)
      return false
    const letters = compactName(candidate.replace(/ [\d.]+$/u, ''))
    const own = letters === compactName(domain.split('.')[0] ?? '')
    return !own && !operators.some((operator) => letters.startsWith(compactName(operator)))
  })

/**
 * By default, only the operator and the site's own name may be candidates. `withScraps` allows
 * other texts of the page as candidates.
 */
export function testPages(
  kinds: Readonly<Record<string, readonly Row[]>>,
  { withScraps = false } = {},
): void {
  describe.each(Object.entries(kinds))('%s', (_, rows) => {
    test.each(casesOf(rows))('$title', (page) => {
      const answer = answerOf(page)
      expect(faultOf(page, answer)).toBeNull()
      if (!withScraps) expect(scrapsOf(page, answer)).toEqual([])
    })
  })
}

const casesOf = (rows: readonly Row[]): PageCase[] =>
  rows.map(([domain, operators, html, head]) => ({
    title: domain,
    domain,
    operators,
    html,
    ...(head === undefined ? {} : { head }),
  }))
