import { describe, expect, test } from 'vitest'
import { httpProbe } from '../../../../shared/attribution/collectors/http-probe.ts'
import { HttpProbeEvidence } from '../../../../shared/attribution/page-evidence.ts'
import { type SampleWorld, toolsOn } from './sample-tools.ts'

const target = { domain: 'kork.example', registrableDomain: 'kork.example' }
const RESOLVES = { 'A kork.example': ['93.184.216.34'], 'A www.kork.example': ['93.184.216.34'] }
const HOME = `<html lang="en"><title>Kork</title><body><p>Corks for every bottle.</p><footer>© 2026 Kork, Inc. <a href="/legal/imprint">Imprint</a> <a href="/privacy">Privacy</a> <a href="/about">About us</a></footer>`

async function probe(world: SampleWorld) {
  const tools = toolsOn({ dns: RESOLVES, ...world })
  const finding = await httpProbe.collect(target, tools)
  const evidence = 'evidence' in finding ? finding.evidence : undefined
  if (evidence !== undefined) expect(HttpProbeEvidence.safeParse(evidence).success).toBe(true)
  return {
    finding,
    evidence,
    fetched: tools.asked.filter((line) => line.startsWith('page')).map((line) => line.slice(5)),
  }
}

describe('a reachable site', () => {
  const pages = {
    'https://kork.example/': HOME,
    'https://kork.example/robots.txt': 'User-agent: *\nDisallow: /about',
    'https://kork.example/legal/imprint':
      '<h1>Imprint</h1><p>Kork, Inc.<br>1 Mill Lane<br>Corkham, VT 05001</p>',
    'https://kork.example/privacy': '<p>Kork, Inc. is the data controller.</p>',
    'https://kork.example/ads.txt': 'OWNERDOMAIN=kork.example\nads.example, 7, DIRECT',
  }

  test('home page, legal pages and files are read, and each missing file has a reason', async () => {
    const { finding, evidence } = await probe({
      pages: { ...pages, 'https://kork.example/.well-known/security.txt': { status: 500 } },
    })
    expect(finding.status).toBe('ok')
    expect(evidence).toMatchObject({
      outcome: 'reached',
      status: 200,
      final_url: 'https://kork.example/',
      ads_txt: { owner_domain: 'kork.example' },
    })
    expect(evidence?.pages.map(({ role }) => role)).toEqual(['home', 'imprint', 'privacy'])
    expect(evidence?.absences).toEqual(
      expect.arrayContaining([
        { path: '/about', why: 'disallowed' },
        { path: '/.well-known/security.txt', why: 'failed' },
        { path: '/trust.txt', why: 'not_checked' },
      ]),
    )
  })

  test('a quick run sends at most 14 requests', async () => {
    const { fetched } = await probe({ pages })
    expect(fetched.length).toBeLessThanOrEqual(14)
  })

  test('a deep run also requests trust.txt, the favicon and sellers.json', async () => {
    const { evidence } = await probe({
      depth: 'deep',
      pages: {
        ...pages,
        'https://kork.example/trust.txt': 'controlledby=https://kupfer.example/',
        'https://kork.example/favicon.ico': 'icon',
        'https://ads.example/sellers.json':
          '{"sellers":[{"seller_id":"7","name":"Kork, Inc.","domain":"kork.example","seller_type":"PUBLISHER"}]}',
      },
    })
    expect(evidence).toMatchObject({
      trust_txt: { controlled_by: ['kupfer.example'] },
      sellers: [{ system: 'ads.example', name: 'Kork, Inc.' }],
    })
    expect(evidence?.favicon_hash).toMatch(/^-?\d+$/u)
  })

  test('only a deep run requests the linked feed', async () => {
    const home = HOME.replace(
      '<body>',
      '<link rel="alternate" type="application/rss+xml" href="/feed"><body>',
    )
    const feed =
      '<rss><channel><title>Kork</title><copyright>2026 Kork, Inc.</copyright></channel></rss>'
    const withFeed = { ...pages, 'https://kork.example/': home, 'https://kork.example/feed': feed }
    const { evidence } = await probe({ depth: 'deep', pages: withFeed })
    expect(evidence?.pages.at(-1)).toMatchObject({
      role: 'feed',
      mentions: [{ name: 'Kork, Inc.' }],
    })
    const quick = await probe({ pages: withFeed })
    expect(quick.fetched).not.toContain('https://kork.example/feed')
    expect(quick.evidence?.absences).toContainEqual({ path: '/feed', why: 'not_checked' })
  })

  test('a feed that redirects to another site is ignored', async () => {
    const home = HOME.replace(
      '<body>',
      '<link rel="alternate" type="application/rss+xml" href="/feed"><body>',
    )
    const feed =
      '<rss><channel><title>X</title><copyright>Somebody Else Ltd</copyright></channel></rss>'
    const { evidence } = await probe({
      depth: 'deep',
      pages: {
        ...pages,
        'https://kork.example/': home,
        'https://kork.example/feed': {
          body: feed,
          redirects: [
            {
              from: 'https://kork.example/feed',
              to: 'https://elsewhere.example/feed',
              status: 301,
            },
          ],
        },
      },
    })
    expect(evidence?.pages.map(({ role }) => role)).not.toContain('feed')
    expect(evidence?.absences).toContainEqual({ path: '/feed', why: 'absent' })
  })

  test('only the home page is read when robots.txt forbids all paths', async () => {
    const { evidence, fetched } = await probe({
      pages: { ...pages, 'https://kork.example/robots.txt': 'User-agent: *\nDisallow: /' },
    })
    expect(evidence?.pages.map(({ role }) => role)).toEqual(['home'])
    expect(fetched).toEqual(['https://kork.example/robots.txt', 'https://kork.example/'])
  })

  test("without links to legal pages, their usual paths in the site's language are requested", async () => {
    const { fetched } = await probe({
      pages: {
        'https://kork.example/': '<html lang="de"><title>Kork</title><a href="/x">Flaschen</a>',
      },
    })
    expect(fetched).toContain('https://kork.example/impressum')
  })

  test('a legal page that equals the home page is ignored', async () => {
    const home = '<html lang="de"><title>Kork</title><p>Flaschen</p><a href="/x">Mehr</a>'
    const { evidence } = await probe({
      pages: {
        'https://kork.example/': home,
        'https://kork.example/impressum': home,
        'https://kork.example/datenschutz': home,
      },
    })
    expect(evidence?.pages).toHaveLength(1)
    expect(evidence?.absences).toContainEqual({ path: '/impressum', why: 'absent' })
  })

  test('a site that exists only under www is found', async () => {
    const { evidence } = await probe({
      pages: { 'https://kork.example/': { fails: 'refused' }, 'https://www.kork.example/': HOME },
    })
    expect(evidence).toMatchObject({ outcome: 'reached', final_url: 'https://www.kork.example/' })
  })

  test('a site without TLS is found', async () => {
    const { evidence } = await probe({
      pages: {
        'https://kork.example/': { fails: 'tls_error' },
        'https://www.kork.example/': { fails: 'tls_error' },
        'http://kork.example/': HOME,
        'http://kork.example/robots.txt': '',
        'https://kork.example/robots.txt': { fails: 'tls_error' },
      },
    })
    expect(evidence).toMatchObject({ outcome: 'reached', final_url: 'http://kork.example/' })
  })
})

const redirects = [
  { from: 'https://kork.example/', to: 'https://www.kupfer.example/kork', status: 301 },
]

describe('a site that redirects', () => {
  test('the target of a redirect is read, and its registration is looked up', async () => {
    const { evidence } = await probe({
      pages: { 'https://kork.example/': { body: HOME, redirects } },
    })
    expect(evidence).toMatchObject({ redirects, final_url: 'https://www.kupfer.example/kork' })
    expect(evidence?.related_registrations).toMatchObject([
      { domain: 'kupfer.example', relation: 'redirect' },
    ])
  })

  test.each([
    ['quick', 3_000],
    ['deep', 8_000],
  ] as const)(
    'in a %s run, the lookup of the target waits at most %i ms for a turn',
    async (depth, limitMs) => {
      const waits: (number | undefined)[] = []
      const pages = { 'https://kork.example/': { body: HOME, redirects } }
      await httpProbe.collect(target, {
        ...toolsOn({ dns: RESOLVES, pages, depth }),
        registries: {
          async take(_server, waitMsMax) {
            waits.push(waitMsMax)
            return { allowed: false, waitMs: 90_000 }
          },
          async refused() {},
        },
      })
      expect(waits).toEqual([expect.any(Number)])
      expect(waits[0]).toBeLessThanOrEqual(limitMs)
    },
  )

  test('the redirects are kept when their target has no address', async () => {
    const { finding, evidence } = await probe({
      pages: { 'https://kork.example/': { fails: 'no_address', redirects } },
    })
    expect(finding.status).toBe('empty')
    expect(evidence).toMatchObject({
      outcome: 'refused',
      redirects,
      final_url: null,
      related_registrations: [{ domain: 'kupfer.example' }],
    })
  })
})

describe('a site whose address is unknown', () => {
  test.each([[[]], [redirects]])(
    'an outage of our DNS services is no evidence about the site (redirects: %j)',
    async (redirected) => {
      const { finding } = await probe({
        pages: {
          'https://kork.example/': { fails: 'dns_unavailable', redirects: [...redirected] },
          'https://www.kork.example/': { fails: 'dns_unavailable' },
        },
      })
      expect(finding).toEqual({
        status: 'failed',
        detail: 'Our DNS services did not answer.',
        source: 'kork.example',
        againAfterMs: expect.any(Number),
      })
    },
  )

  test('a time limit that ends before the address is known blames nobody', async () => {
    const fails = 'dns_timeout'
    const { finding } = await probe({
      pages: { 'https://kork.example/': { fails }, 'https://www.kork.example/': { fails } },
    })
    expect(finding).toEqual({
      status: 'failed',
      detail: 'The DNS did not answer in time.',
      source: 'kork.example',
    })
  })

  test.each([
    [[], 'The name servers of the domain did not answer.'],
    [redirects, 'The name servers of the address to which the site redirects did not answer.'],
  ])('silent name servers are not called a slow web server', async (redirected, detail) => {
    const { finding, evidence } = await probe({
      pages: {
        'https://kork.example/': { fails: 'unresolved', redirects: [...redirected] },
        'https://www.kork.example/': { fails: 'unresolved' },
      },
    })
    expect(finding).toMatchObject({ status: 'failed', detail })
    expect(evidence).toMatchObject({ outcome: 'timeout', redirects: redirected })
  })
})

describe('an unreachable or empty site', () => {
  const outcomes: readonly [
    what: string,
    page: SampleWorld['pages'],
    outcome: string,
    status: string,
  ][] = [
    [
      'refuses connections',
      {
        'https://kork.example/': { fails: 'refused' },
        'https://www.kork.example/': { fails: 'refused' },
        'http://kork.example/': { fails: 'refused' },
      },
      'refused',
      'empty',
    ],
    [
      'has no address',
      {
        'https://kork.example/': { fails: 'no_address' },
        'https://www.kork.example/': { fails: 'no_address' },
      },
      'no_address',
      'empty',
    ],
    [
      'has a private address',
      {
        'https://kork.example/': { fails: 'forbidden' },
        'https://www.kork.example/': { fails: 'forbidden' },
      },
      'no_address',
      'empty',
    ],
    [
      'never answers',
      {
        'https://kork.example/': { fails: 'timeout' },
        'https://www.kork.example/': { fails: 'timeout' },
        'http://kork.example/': { fails: 'timeout' },
      },
      'timeout',
      'failed',
    ],
    [
      'redirects in a loop',
      {
        'https://kork.example/': { fails: 'redirect_loop' },
        'https://www.kork.example/': { fails: 'redirect_loop' },
        'http://kork.example/': { fails: 'redirect_loop' },
      },
      'redirect_loop',
      'empty',
    ],
    [
      'sends an image',
      {
        'https://kork.example/': { fails: 'not_text' },
        'https://www.kork.example/': { fails: 'not_text' },
        'http://kork.example/': { fails: 'not_text' },
      },
      'not_text',
      'empty',
    ],
    [
      'blocks robots',
      { 'https://kork.example/': { status: 403, body: '<title>Just a moment...</title>' } },
      'blocked',
      'empty',
    ],
  ]
  test.each(outcomes)(
    'a site that %s gives an outcome and no error',
    async (_what, pages, outcome, status) => {
      const { finding, evidence } = await probe(pages === undefined ? {} : { pages })
      expect(finding.status).toBe(status)
      expect(evidence?.outcome).toBe(outcome)
    },
  )

  test('no further request is sent to a site behind a bot wall', async () => {
    const { fetched } = await probe({
      pages: { 'https://kork.example/': { status: 403, body: '<title>Just a moment...</title>' } },
    })
    expect(fetched).toEqual(['https://kork.example/robots.txt', 'https://kork.example/'])
  })

  test('a site for sale is reported, and no further request is sent', async () => {
    const { evidence, fetched } = await probe({
      pages: { 'https://kork.example/': '<h1>The domain kork.example is for sale!</h1>' },
    })
    expect(evidence?.placeholder?.kind).toBe('for_sale')
    expect(fetched).toHaveLength(2)
  })
})

describe('style sheets of a page', () => {
  const HIDDEN = '<div class="zq"><p>This website is operated by Tarnholm Orgelbau GmbH.</p></div>'
  const page = (links: string) =>
    `<title>Kork</title><head>${links}</head><body><p>Bottles.</p>${HIDDEN}<footer>© 2026 Kork, Inc.</footer></body>`
  const SHEET = '<link rel="stylesheet" href="/s.css">'
  const probeWith = async (links: string, more: NonNullable<SampleWorld['pages']>) => {
    const { evidence, fetched } = await probe({
      pages: {
        'https://kork.example/': page(links),
        'https://kork.example/robots.txt': '',
        ...more,
      },
    })
    const home = evidence?.pages[0]
    return { home, fetched, operators: home?.legal_statements.map(({ name }) => name) }
  }

  test('what a sheet hides names nobody, and is reported', async () => {
    const { home, operators } = await probeWith(SHEET, {
      'https://kork.example/s.css': '.zq{display:none}',
    })
    expect(operators).toEqual([])
    expect(home?.text).toBe('Kork\nBottles.\n© 2026 Kork, Inc.')
    expect(home?.mentions.map(({ name }) => name)).toContain('Kork, Inc.')
    expect(home?.hidden_statements.map(({ name }) => name)).toEqual(['Tarnholm Orgelbau GmbH'])
    expect(home?.left_out).toEqual([])
  })

  test('a sheet of another host, and one that a script turns on, are read', async () => {
    const cdn =
      '<link rel="stylesheet" href="https://cdn.example/s.css" media="print" onload="this.media=1">'
    const { operators } = await probeWith(cdn, { 'https://cdn.example/s.css': '.zq{display:none}' })
    expect(operators).toEqual([])
  })

  test('a sheet that hides nothing of the page, and one for print, change nothing', async () => {
    const { operators, home } = await probeWith(SHEET, {
      'https://kork.example/s.css': '.other{display:none}',
    })
    expect(operators).toEqual(['Tarnholm Orgelbau GmbH'])
    expect(home?.left_out).toEqual([])
    const print = await probeWith('<link rel="stylesheet" href="/s.css" media="print">', {})
    expect(print.fetched).not.toContain('https://kork.example/s.css')
  })

  test('a sheet that is missing or forbidden is noted', async () => {
    expect((await probeWith(SHEET, {})).home?.left_out).toEqual(['styles'])
    const robots = { 'https://kork.example/robots.txt': 'User-agent: *\nDisallow: /s.css' }
    const { home, fetched } = await probeWith(SHEET, robots)
    expect(home?.left_out).toEqual(['styles'])
    expect(fetched).not.toContain('https://kork.example/s.css')
  })

  test('at most four sheets of a page are requested, those of the own site first', async () => {
    const others = [1, 2, 3, 4, 5].map(
      (n) => `<link rel="stylesheet" href="https://cdn.example/${n}.css">`,
    )
    const { fetched, home } = await probeWith(`${others.join('')}${SHEET}`, {})
    expect(fetched.filter((url) => url.endsWith('.css'))).toHaveLength(4)
    expect(fetched).toContain('https://kork.example/s.css')
    expect(home?.left_out).toEqual(['styles'])
  })

  test('no sheet is requested for a page that names nobody', async () => {
    const { fetched } = await probe({
      pages: {
        'https://kork.example/': `<head>${SHEET}</head><p>Bottles.</p>`,
        'https://kork.example/robots.txt': '',
      },
    })
    expect(fetched).not.toContain('https://kork.example/s.css')
  })
})
