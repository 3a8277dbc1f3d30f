import { describe, expect, test } from 'vitest'
import { renderedPage } from '../../../../shared/attribution/collectors/rendered-page.ts'
import type { DeepTools } from '../../../../shared/attribution/deep-tools.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import type { HttpProbeEvidence } from '../../../../shared/attribution/page-evidence.ts'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import {
  collected,
  dns,
  evidence,
  NOW,
  page,
  probe,
  target,
  whois,
} from '../scoring/sample-evidence.ts'
import { deepTools } from './sample-deep-tools.ts'
import { toolsOn } from './sample-tools.ts'

const URL_OF_SITE = 'https://kork.example/'
const SCRIPTS = '<html><body><div id="root"></div><script src="/app.js"></script></body></html>'
const RENDERED = `<html><head><title>Kork Paper Goods</title></head><body><h1>Kork Paper Goods</h1>
<footer>&copy; 2026 Kork Paper Goods Inc. All rights reserved.</footer></body></html>`

const scripted = page({ url: URL_OF_SITE, has_scripts: true })
const siteOf = (from: Partial<HttpProbeEvidence> = {}) =>
  evidence(collected('http_probe', probe({ final_url: URL_OF_SITE, pages: [scripted], ...from })))

type Rendered = Awaited<ReturnType<DeepTools['renderedHtml']>>

async function collect(
  html: string | null | Rendered,
  earlier: EvidenceSet = siteOf(),
  sheets: Record<string, string> = {},
) {
  const asked: string[] = []
  const tools = toolsOn({ depth: 'deep', earlier, pages: sheets })
  const rendered: Rendered =
    html !== null && typeof html === 'object'
      ? html
      : { ok: true, html, truncated: false, host: 'api.cloudflare.com' }
  const deep = deepTools({
    renderedHtml: async (url) => {
      asked.push(url)
      return rendered
    },
  })
  return { finding: await renderedPage.collect(target('kork.example'), { ...tools, deep }), asked }
}

describe('the rendered page', () => {
  test('a browser reads a home page that only scripts draw', async () => {
    const { finding, asked } = await collect(RENDERED)
    expect(asked).toEqual([URL_OF_SITE])
    expect(finding).toMatchObject({
      status: 'ok',
      source: 'api.cloudflare.com',
      evidence: {
        url: URL_OF_SITE,
        placeholder: null,
        page: { role: 'home', title: 'Kork Paper Goods', has_scripts: false },
      },
    })
  })

  const words = Array.from({ length: 200 }, () => 'word').join(' ')
  test.each([
    ['has enough text', siteOf({ pages: [{ ...scripted, text: words }] })],
    [
      'has enough text without spaces',
      siteOf({ pages: [{ ...scripted, text: '紙'.repeat(2_000) }] }),
    ],
    ['has no scripts', siteOf({ pages: [page({ url: URL_OF_SITE })] })],
    ['refuses automated visitors', siteOf({ outcome: 'blocked' })],
    ['is an error page', siteOf({ pages: [{ ...scripted, status: 404 }] })],
    ['is a parking page', siteOf({ placeholder: { kind: 'parked', observed: 'Parked' } })],
    ['was not read', {}],
  ])('no browser is asked if the home page %s', async (_name, earlier) => {
    const { finding, asked } = await collect(RENDERED, earlier)
    expect([finding.status, asked]).toEqual(['skipped', []])
  })

  test.each([
    ['not configured', { ok: false, status: 'skipped', detail: 'No.' } as const, 'skipped'],
    ['overloaded', { ok: false, status: 'failed', detail: 'No.' } as const, 'failed'],
    ['unable to load the page', null, 'empty'],
  ])('a browser that is %s is said as such', async (_name, answer, status) => {
    expect((await collect(answer)).finding.status).toBe(status)
  })

  test('a script that leads to another site gives nothing', async () => {
    const elsewhere = RENDERED.replace(
      '<head>',
      '<head><link rel="canonical" href="https://www.tarnbeck.example/">',
    )
    const { finding } = await collect(elsewhere)
    expect(finding).toMatchObject({
      status: 'empty',
      detail: 'The scripts of the page lead to another site.',
    })
    const known = siteOf({ pages: [{ ...scripted, canonical: 'https://tarnbeck.example/' }] })
    expect((await collect(elsewhere, known)).finding.status).toBe('ok')
  })

  test('text that a style sheet of the site hides names nobody', async () => {
    const hiding = `<html><head><link rel="stylesheet" href="/s.css"></head><body><h1>Welcome</h1>
<p class="gone">This site is operated by Tarnbeck Pipes Ltd.</p></body></html>`
    const { finding } = await collect(hiding, siteOf(), {
      'https://kork.example/s.css': '.gone { display: none }',
    })
    expect(finding).toMatchObject({ status: 'ok', evidence: { page: { legal_statements: [] } } })
  })

  test('a parking page that scripts draw is a parking page', async () => {
    const parked = `<html><head><title>kork.example is for sale</title></head>
<body><h1>This domain is for sale!</h1><p>Buy this domain</p></body></html>`
    const { finding } = await collect(parked)
    expect(finding).toMatchObject({ evidence: { placeholder: { kind: 'for_sale' } } })
  })
})

describe('an answer from a rendered page', () => {
  const facts = (more: EvidenceSet) => ({
    ...evidence(collected('dns', dns()), whois('kork.example')),
    ...siteOf(),
    ...more,
  })

  test('names the operator as a page without scripts would, and loses the warning', async () => {
    const { finding } = await collect(RENDERED)
    if (finding.status !== 'ok') throw new Error(finding.status)
    const rendered = evidence(collected('rendered_page', finding.evidence))
    const seen = score(target('kork.example'), facts(rendered), NOW).result
    const unseen = score(target('kork.example'), facts({}), NOW).result
    expect([unseen.entity, unseen.warnings.map(({ kind }) => kind)]).toEqual([
      null,
      expect.arrayContaining(['unreadable_site']),
    ])
    expect([seen.entity, seen.basis]).toEqual(['Kork Paper Goods Inc.', 'stated'])
    expect(seen.warnings.map(({ kind }) => kind)).not.toContain('unreadable_site')
    const plain = page({ ...finding.evidence.page, has_scripts: true })
    const live = score(target('kork.example'), facts(siteOf({ pages: [plain] })), NOW).result
    expect(seen.confidence).toBeCloseTo(live.confidence, 2)
  })

  test('a page that stays empty keeps the warning', async () => {
    const { finding } = await collect(SCRIPTS)
    if (finding.status !== 'ok') throw new Error(finding.status)
    const rendered = evidence(collected('rendered_page', finding.evidence))
    const { warnings } = score(target('kork.example'), facts(rendered), NOW).result
    expect(warnings.map(({ kind }) => kind)).toContain('unreadable_site')
  })
})
