import { describe, expect, test } from 'vitest'
import { archive } from '../../../../shared/attribution/collectors/archive.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import type { HostLimits } from '../../../../shared/attribution/turns.ts'
import {
  collected,
  dns,
  evidence,
  NOW,
  probe,
  readPage,
  target,
  whois,
} from '../scoring/sample-evidence.ts'
import { deepTools } from './sample-deep-tools.ts'
import { type SamplePage, toolsOn } from './sample-tools.ts'

const LOOK_UP = 'https://archive.org/wayback/available?url=kork.example'
const COPY = 'https://web.archive.org/web/20240102030405id_/http://kork.example/'
const HTML = `<html><head><title>Kork Paper Goods</title></head><body><h1>Kork Paper Goods</h1>
<p>We make paper.</p>
<footer>&copy; 2024 Kork Paper Goods Inc. All rights reserved.</footer></body></html>`

const listed = (url = 'http://web.archive.org/web/20240102030405/http://kork.example/') =>
  JSON.stringify({ archived_snapshots: { closest: { available: true, status: '200', url } } })

const DEAD = collected('http_probe', probe({ outcome: 'refused', status: null }))
const REGISTERED = whois('kork.example', { created_at: '2015-03-01T00:00:00.000Z' })

const OPEN: HostLimits = {
  take: async () => ({ allowed: true, waitedMs: 0 }),
  refused: async () => {},
}

async function collect({
  earlier = evidence(DEAD, REGISTERED),
  upstream = { [LOOK_UP]: listed(), [COPY]: HTML },
  limits = OPEN,
  at = target('kork.example'),
  passive = false,
}: {
  earlier?: EvidenceSet
  upstream?: Record<string, SamplePage | string>
  limits?: HostLimits | null
  at?: ReturnType<typeof target>
  passive?: boolean
} = {}) {
  const tools = toolsOn({ depth: 'deep', earlier, upstream })
  const deep = deepTools({ archives: limits })
  return { finding: await archive.collect(at, { ...tools, deep, passive }), asked: tools.asked }
}

describe('the archive', () => {
  test('the newest copy of a dead site is read, with its date', async () => {
    const { finding, asked } = await collect()
    expect(asked).toEqual([`upstream ${LOOK_UP}`, `upstream ${COPY}`])
    expect(finding).toMatchObject({
      status: 'ok',
      source: 'web.archive.org',
      evidence: {
        archive: 'wayback',
        captured_at: '2024-01-02T03:04:05.000Z',
        url: 'http://kork.example/',
        page: { role: 'home', title: 'Kork Paper Goods' },
      },
    })
  })

  const site = (outcome: 'reached' | 'blocked') => collected('http_probe', probe({ outcome }))
  test.each([
    ['the site can be read', { earlier: evidence(site('reached'), REGISTERED) }],
    ['our DNS failed, so nothing is known about the site', { earlier: evidence(REGISTERED) }],
    ['the registration is not known', { earlier: evidence(DEAD) }],
    [
      'the domain is not registered',
      { earlier: evidence(DEAD, whois('kork.example', { outcome: 'not_found' })) },
    ],
    [
      'the date of the registration is not known',
      { earlier: evidence(DEAD, whois('kork.example', { created_at: null })) },
    ],
    ['customers share the domain', { at: target('kork.github.io', 'github.io') }],
    ['customers share a domain of our list', { at: target('kork.tumblr.com', 'tumblr.com') }],
    ['archives are not configured', { limits: null }],
  ])('the archive is not asked if %s', async (_name, world) => {
    const { finding, asked } = await collect(world)
    expect([finding.status, asked]).toEqual(['skipped', []])
  })

  test('a passive analysis reads the copy, because it does not visit the site', async () => {
    const { finding } = await collect({ earlier: evidence(REGISTERED), passive: true })
    expect(finding).toMatchObject({ status: 'ok', source: 'web.archive.org' })
  })

  test('the archive is asked for a site that refuses us', async () => {
    const { finding } = await collect({ earlier: evidence(site('blocked'), REGISTERED) })
    expect(finding.status).toBe('ok')
  })

  const redirected = (to: string): SamplePage => ({
    body: HTML,
    redirects: [{ from: COPY, to, status: 302 }],
  })
  test.each([
    ['has no copy', { [LOOK_UP]: '{"archived_snapshots":{}}' }],
    ['does not show its copy', { [LOOK_UP]: listed(), [COPY]: { status: 404 } }],
    [
      'shows a page of another site',
      {
        [LOOK_UP]: listed(),
        [COPY]: redirected(
          'https://web.archive.org/web/20240102030405id_/https://tarnbeck.example/',
        ),
      },
    ],
    [
      'leads out of the archive',
      { [LOOK_UP]: listed(), [COPY]: redirected('https://kork.example/') },
    ],
    [
      'shows an older page instead',
      {
        [LOOK_UP]: listed(),
        [COPY]: redirected('https://web.archive.org/web/20140102030405id_/http://kork.example/'),
      },
    ],
    [
      'has only a parking page',
      {
        [LOOK_UP]: listed(),
        [COPY]: '<title>kork.example is for sale</title><h1>Buy this domain</h1>',
      },
    ],
  ])('an archive that %s gives nothing', async (_name, upstream) => {
    const { finding } = await collect({ upstream })
    expect([finding.status, 'evidence' in finding]).toEqual(['empty', false])
  })

  test('a copy of a former holder gives nothing, and is not fetched', async () => {
    const { finding, asked } = await collect({
      earlier: evidence(DEAD, whois('kork.example', { created_at: '2024-01-02T03:04:06.000Z' })),
    })
    expect(finding).toEqual({
      status: 'empty',
      detail: 'The newest copy is older than the registration.',
      source: 'web.archive.org',
    })
    expect(asked).toEqual([`upstream ${LOOK_UP}`])
  })

  test.each([
    ['refuses the question', { [LOOK_UP]: { status: 429, headers: { 'retry-after': '90' } } }],
    ['blocks us', { [LOOK_UP]: { status: 403 } }],
    ['refuses the page', { [LOOK_UP]: listed(), [COPY]: { status: 503 } }],
  ])('an archive that %s is reported, and is not asked for some time', async (_name, upstream) => {
    const refused: unknown[] = []
    const limits = { ...OPEN, refused: async (...one: unknown[]) => void refused.push(one) }
    const { finding } = await collect({ upstream, limits })
    expect([finding.status, refused.length]).toEqual(['failed', 1])
  })

  test.each([403, 404, 429, 500, 503])(
    'a copy of an answer with status %d gives nothing, and is no refusal by the archive',
    async (status) => {
      const refused: unknown[] = []
      const limits = { ...OPEN, refused: async (...one: unknown[]) => void refused.push(one) }
      const headers = { 'memento-datetime': 'Tue, 02 Jan 2024 03:04:05 GMT' }
      const upstream = { [LOOK_UP]: listed(), [COPY]: { status, headers } }
      const { finding } = await collect({ upstream, limits })
      expect([finding.status, refused]).toEqual(['empty', []])
    },
  )

  test.each([
    ['is down', { [LOOK_UP]: { fails: 'refused' } }],
    ['answers with a page', { [LOOK_UP]: '<html>Sorry</html>' }],
    ['has an error', { [LOOK_UP]: listed(), [COPY]: { status: 500 } }],
  ] as const)('an archive that %s has failed', async (_name, upstream) => {
    const { finding } = await collect({ upstream })
    expect(finding.status).toBe('failed')
  })

  test('without a free turn no request is sent', async () => {
    const limits = { ...OPEN, take: async () => ({ allowed: false, waitMs: 9_000 }) as const }
    const { finding, asked } = await collect({ limits })
    expect([finding.status, asked]).toEqual(['skipped', []])
  })
})

describe('an answer from an archived copy', () => {
  const archived = collected('archive', {
    archive: 'wayback',
    captured_at: '2024-01-02T03:04:05.000Z',
    url: 'http://kork.example/',
    page: readPage('home', HTML),
  })
  const known = [collected('dns', dns()), REGISTERED]

  test('names the former statement with its date, as the word of the holder', () => {
    const facts = evidence(...known, DEAD, archived)
    const { result, entities } = score(target('kork.example'), facts, NOW)
    expect([result.entity, result.basis]).toEqual(['Kork Paper Goods Inc.', 'stated'])
    expect(result.warnings.map(({ kind }) => kind)).toContain('unreadable_site')
    expect(JSON.stringify(entities)).toContain('Archived copy of 2024-01-02: ')
  })

  test('has half the weight of the same statement on the live site', () => {
    const live = collected(
      'http_probe',
      probe({ final_url: 'https://kork.example/', pages: [readPage('home', HTML)] }),
    )
    const strengths = (facts: EvidenceSet) =>
      readSignals(target('kork.example'), facts, NOW)
        .filter(({ kind, entity }) => kind === 'copyright_holder' && entity !== null)
        .map(({ collector, author, strength }) => [collector, author, strength] as const)
    const [now] = strengths(evidence(...known, live))
    const [then] = strengths(evidence(...known, DEAD, archived))
    expect(now?.slice(0, 2)).toEqual(['http_probe', 'holder'])
    expect(then?.slice(0, 2)).toEqual(['archive', 'holder'])
    expect(then?.[2]).toBeCloseTo((now?.[2] ?? 0) / 2)
  })
})
