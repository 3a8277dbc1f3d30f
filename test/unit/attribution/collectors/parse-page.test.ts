import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAGE_TEXT_LENGTH_MAX } from '../../../../shared/attribution/collectors/page/page-lines.ts'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import {
  findPlaceholder,
  isBotWall,
} from '../../../../shared/attribution/collectors/page/placeholder.ts'
import { readDocument } from '../../../../shared/attribution/collectors/page/read-document.ts'
import { siteBuilder } from '../../../../shared/attribution/collectors/page/site-builder.ts'
import { type Mention, PageEvidence } from '../../../../shared/attribution/page-evidence.ts'
import { propertyRuns } from '../../../property-runs.ts'

const parse = (html: string) =>
  parsePage({ url: 'https://www.kork.example/', role: 'home', status: 200, html })

describe('the evidence of a page', () => {
  test("the page's own title, description and names are read", () => {
    const page = parse(
      `<!doctype html><html lang="de-AT"><head><title>Kork &amp; Kupfer | Start</title>
       <meta name="description" content="Flaschen"><meta property="og:site_name" content="Kork &amp; Kupfer">
       <meta name="author" content="Jutta Kork"><meta name="generator" content="TYPO3 CMS">
       <link rel="canonical" href="/start"><link rel="alternate" hreflang="fr" href="https://kork.fr.example/">
       <link rel="alternate" type="application/rss+xml" href="/feed/"></head>
       <body><p>Gute&nbsp;Flaschen</p><script>var hidden = 'not text'</script><a href="https://www.facebook.com/korkundkupfer">f</a>
       <a href="https://partner.example/privacy">Privacy of our parent</a></body></html>`,
    )
    expect(page).toMatchObject({
      language: 'de-at',
      title: 'Kork & Kupfer | Start',
      description: 'Flaschen',
      site_name: 'Kork & Kupfer',
      author: 'Jutta Kork',
      generator: 'TYPO3 CMS',
      canonical: 'https://www.kork.example/start',
      alternates: ['https://kork.fr.example/'],
      social: ['facebook:korkundkupfer'],
      text: 'Gute Flaschen\nf\nPrivacy of our parent'.replace('\nPrivacy', ' Privacy'),
    })
    expect(page.links_out).toContainEqual({
      domain: 'partner.example',
      label: 'Privacy of our parent',
    })
  })

  test('tracking ids are read, and example ids are skipped', () => {
    const page = parse(
      `<meta name="google-site-verification" content="abcDEF123"><script src="https://www.googletagmanager.com/gtag/js?id=G-CB5B4VVWB5"></script>
       <script>ga('create','UA-35838213-2','auto');ga('create','UA-12345678-1');ga('create','UA-XXXXXXX-X');fbq('init','803588865076547');
       (function(w){})('GTM-CTD7YCR');var hj={hjid:123456,hjsv:6}</script><ins data-ad-client="ca-pub-0472263706529420"></ins><img src="//x/?client=ca-pub-0472263706529420">`,
    )
    expect(page.tracking).toEqual(
      expect.arrayContaining([
        { kind: 'google_analytics', value: 'G-CB5B4VVWB5' },
        { kind: 'google_analytics', value: 'UA-35838213' },
        { kind: 'google_tag_manager', value: 'GTM-CTD7YCR' },
        { kind: 'facebook_pixel', value: '803588865076547' },
        { kind: 'adsense', value: 'pub-0472263706529420' },
        { kind: 'google_site_verification', value: 'abcDEF123' },
      ]),
    )
    expect(page.tracking.map(({ value }) => value)).not.toEqual(
      expect.arrayContaining(['UA-12345678']),
    )
  })

  test('an identifier is found whose label and number are in different lines, after many other lines', () => {
    const others = '<p>Flaschen aus Kork, gefertigt in Hamburg</p>'.repeat(200)
    const page = parse(
      `${others}<p>TEL</p><p>+49 40 123456</p>${others}<p>Handelsregister:</p><p>HRB 4711</p>${others}<p>siret</p><p>732 829 320 00074</p>`,
    )
    expect(page.identifiers).toEqual([
      { kind: 'company_number', value: 'HRB 4711' },
      { kind: 'company_number', value: 'FR732829320' },
      { kind: 'phone', value: '+4940123456' },
    ])
  })

  test('a telephone number ends with its line', () => {
    const page = parse('<p>Phone: +1 512 696 1409</p><p>14 days a month</p><p>93</p>')
    expect(page.identifiers).toEqual([{ kind: 'phone', value: '+15126961409' }])
  })

  test('identifiers and contact data of the operator are read', () => {
    const page = parse(
      `<p>Kork GmbH<br>Gerberweg 4<br>20095 Hamburg</p><p>Registernummer: HRB 202871, USt-IdNr. DE271882104, LEI: 529900T8BM49AURSDO55</p>
       <p>RCS Lille 424 761 419 – KvK-nummer: 32147382 – ABN 88 643 118 090</p><a href="tel:+49%2040%20123456">call</a><a href="mailto:info@kork.example?subject=x">mail</a>
       <p>you@example.com and logo@2x.png are no addresses; 529900T8BM49AURSDO56 is no LEI.</p>`,
    )
    expect(page.identifiers).toEqual([
      { kind: 'vat', value: 'DE271882104' },
      { kind: 'lei', value: '529900T8BM49AURSDO55' },
      { kind: 'company_number', value: 'HRB 202871' },
      { kind: 'company_number', value: 'FR424761419' },
      { kind: 'company_number', value: 'NL-KVK32147382' },
      { kind: 'company_number', value: 'ABN88643118090' },
      { kind: 'phone', value: '+4940123456' },
      { kind: 'email', value: 'info@kork.example' },
      { kind: 'address', value: 'Gerberweg 4, 20095 Hamburg' },
    ])
  })

  test("hidden text is not part of the page's text", () => {
    const hidden = [
      '<p hidden>A</p>',
      '<p aria-hidden="true">B</p>',
      '<p style="display: none">C</p>',
      '<p style="font-size:0">D</p>',
      '<p class="sr-only">E</p>',
      '<noscript>F</noscript>',
      '<template>G</template>',
      '<p style="position:absolute;left:-9999px">H</p>',
      '<!-- I -->',
    ]
    expect(parse(`${hidden.join('')}<p>seen</p>`).text).toBe('seen')
  })

  test('at most 16,000 characters of text are kept', () => {
    expect(parse(`<p>${'wort '.repeat(10_000)}</p>`.repeat(3)).text.length).toBeLessThanOrEqual(
      PAGE_TEXT_LENGTH_MAX,
    )
  })
})

describe('hostile pages', () => {
  const pieces = fc.constantFrom(
    '<div>',
    '</div>',
    '<p>',
    '<table><tr><td>Betreiber</td><td>',
    '<script type="application/ld+json">',
    '</script>',
    '{"@type":"Organization","name":',
    '"Kork GmbH"',
    '<footer>© ',
    '<a href="/impressum">',
    'Verantwortlicher ist ',
    'is operated by ',
    '("we", "us")',
    '\u0000',
    '\u202eevil',
    '<svg><title>',
    '<meta property="og:site_name" content="',
    '">',
    '<![CDATA[',
    '<!--',
    '&#x0;',
    '&amp;lt;b&amp;gt;',
    '<style>',
    'Kork & Kupfer GmbH & Co. KG',
    '<b/><i',
    ' itemscope itemtype="https://schema.org/Person" itemprop="name">',
    '株式会社',
    '😀',
    '\ud800',
  )
  const pages = fc.oneof(
    fc
      .array(fc.oneof(pieces, fc.string({ maxLength: 20 })), { maxLength: 80 })
      .map((parts) => parts.join('')),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => new TextDecoder().decode(bytes)),
  )

  test('no page throws or puts markup, control characters or overlong text into a name', () => {
    fc.assert(
      fc.property(
        pages,
        fc.constantFrom('home', 'imprint', 'privacy', 'terms', 'about', 'contact'),
        (html, role) => {
          const page = parsePage({
            url: 'https://kork.example/',
            role: role as 'home',
            status: 200,
            html,
          })
          expect(PageEvidence.safeParse(page).success).toBe(true)
          const names = [
            ...page.legal_statements.map(({ name }) => name),
            ...page.mentions.map(({ name }) => name),
            ...page.organizations.flatMap(({ name, legal_name }) => [name, legal_name]),
            page.site_name,
            page.author,
          ]
          const unsafe = names.filter(
            (name) =>
              name !== null &&
              (name.length > 200 ||
                /[<>\u0000-\u001f\u202a-\u202e]/u.test(name) ||
                name.trim() !== name),
          )
          expect(unsafe).toEqual([])
          for (const { name, observed } of [...page.legal_statements, ...page.mentions])
            expect(observed).toContain(name)
        },
      ),
      { numRuns: propertyRuns(3_000) },
    )
  }, 120_000)

  test.each([
    '<div>',
    '<b>',
    '<table><tr><td>',
    '</x>',
    '<a href=x>',
    '<p>©',
    '<li><a href="/impressum">Impressum</a>',
    'is operated by ',
    '<script type="application/ld+json">{',
    '<!--',
    '&',
    '"',
    'Kork Ltd, ',
  ])('two million characters of %s are parsed to the end', (piece) => {
    const html = piece.repeat(Math.ceil(2_000_000 / piece.length))
    expect(parse(html).url).toBe('https://www.kork.example/')
  })
})

const placeholders: readonly [kind: string, html: string][] = [
  [
    'for_sale',
    '<title>kork.example | Buy this domain</title><h1>The domain name kork.example is for sale!</h1>',
  ],
  ['for_sale', '<h1>Diese Domain steht zum Verkauf</h1>'],
  [
    'parked',
    '<h1>kork.example</h1><p>This domain was recently registered at Somewhere. Please check back later!</p>',
  ],
  ['parked', '<html data-adblockkey="MFww"><body></body></html>'],
  ['suspended', '<h2>This Domain Name Has Expired</h2>'],
  ['for_sale', '<title>kork.example is for sale | Some Market</title><p>Buy now: $3,295</p>'],
  ['for_sale', '<p>Diese Website steht zum Verkauf!</p>'],
  ['for_sale', '<h1>您正在访问的域名正在出售</h1>'],
  ['for_sale', '<p>Домен kork.example продаётся</p>'],
  ['parked', '<title>kork.example - kork Resources and Information.</title>'],
  ['parked', '<h1>Den här domänen är köpt hos Någon</h1>'],
  ['parked', '<p>Ta domena została zarejestrowana</p>'],
  ['parked', '<p>Bu alan adı Birisi tarafından park edilmiştir</p>'],
  ['parked', '<p>Домен зарегистрирован, но сайт ещё не создан.</p>'],
  ['parked', '<p>このドメインは、どこかで取得されています。</p>'],
  ['parked', '<h1>kork.example은 어딘가에 등록된 도메인입니다</h1>'],
  ['parked', '<h1>Votre domaine a bien été créé chez Quelqu’un !</h1>'],
  ['suspended', '<p>Domena wygasła</p>'],
  ['default_page', '<p>404: NOT_FOUND</p><p>Code: DEPLOYMENT_NOT_FOUND</p>'],
  ['default_page', '<title>Test Page for the HTTP Server on Some Linux</title>'],
  ['under_construction', '<h1>Serwis w przygotowaniu</h1>'],
  ['under_construction', '<h1>홈페이지 준비중입니다</h1>'],
  ['default_page', '<title>Apache2 Ubuntu Default Page: It works</title>'],
  ['default_page', '<h1>Welcome to nginx!</h1>'],
  ['under_construction', '<h1>Coming soon</h1>'],
]

describe('pages without a real site', () => {
  test.each(placeholders)('a page of the kind "%s" is recognised: %s', (kind, html) => {
    expect(findPlaceholder(readDocument(html))?.kind).toBe(kind)
  })

  test('a shop page with "coming soon" or "buy this domain" among other text is a real site', () => {
    expect(
      findPlaceholder(readDocument('<h1>Kork</h1><p>Website provided by a maker of sites.</p>')),
    ).toBeNull()
    const shop = `<h1>Kork</h1><p>New colours coming soon.</p>${'<p>We bottle, cork and ship all over the country, every day of the week.</p>'.repeat(20)}`
    expect(findPlaceholder(readDocument(shop))).toBeNull()
    expect(
      findPlaceholder(
        readDocument(
          `${shop}<p>Buy this domain</p>${'<p>More text of a living site.</p>'.repeat(80)}`,
        ),
      ),
    ).toBeNull()
  })
})

describe('a site that names its operator', () => {
  const statement = {
    kind: 'operated_by',
    name: 'Wrenfield Pumps Ltd',
    observed: 'Operated by Wrenfield Pumps Ltd',
  } as const
  const rights: Mention = {
    place: 'rights',
    name: 'Wrenfield Pumps Ltd',
    observed: '© Wrenfield Pumps Ltd',
    marks: [],
  }
  const page = readDocument('<h1>Wrenfield Pumps</h1><p>This domain name has expired</p>')
  const script = (text: string) =>
    readDocument(`<script src="https://www.parkingcrew.example/parkingcrew.js"></script>${text}`)

  test('is not parked because of a phrase', () => {
    expect(
      findPlaceholder(page, { legalStatements: [statement], mentions: [rights], legalPages: 0 }),
    ).toBeNull()
    expect(
      findPlaceholder(page, { legalStatements: [], mentions: [rights], legalPages: 2 }),
    ).toBeNull()
  })

  test('is parked if only a parking service or a name without a legal page stands there', () => {
    const parking = { ...rights, name: 'GoDaddy.com, LLC' }
    expect(
      findPlaceholder(page, { legalStatements: [], mentions: [parking], legalPages: 2 })?.kind,
    ).toBe('suspended')
    const market = { ...rights, name: 'Kork BV', observed: '© 2026 Dan.com - a Kork BV subsidiary' }
    expect(
      findPlaceholder(page, { legalStatements: [], mentions: [market, market], legalPages: 2 })
        ?.kind,
    ).toBe('suspended')
    expect(
      findPlaceholder(page, { legalStatements: [], mentions: [rights], legalPages: 0 })?.kind,
    ).toBe('suspended')
  })

  test('hidden text makes no page parked', () => {
    const html = '<p>We make pumps.</p><p style="font-size:1px">This domain is for sale</p>'
    expect(findPlaceholder(readDocument(html))).toBeNull()
  })

  test('a mark in a script counts only on a page without other text', () => {
    expect(findPlaceholder(script('<p>Loading</p>'))?.kind).toBe('parked')
    expect(findPlaceholder(script(`<p>${'We make pumps of iron. '.repeat(40)}</p>`))).toBeNull()
  })
})

const walls: readonly [status: number, html: string, isWall: boolean][] = [
  [403, '<title>Just a moment...</title>', true],
  [503, '<title>Just a moment...</title><p>Checking your browser</p>', true],
  [200, '<title>Attention Required!</title><p>Verify you are human</p>', true],
  [429, '<script src="https://geo.captcha-delivery.com/x.js"></script>', true],
  [401, '<h1>Unauthorized</h1>', true],
  [451, '', true],
  [503, '<h1>Down for maintenance</h1>', false],
  [404, '<h1>Not found</h1>', false],
  [200, '<h1>Kork</h1><p>Our captcha-free checkout</p>', false],
]

test.each(walls)('status %i with %j is a bot wall: %j', (status, html, isWall) => {
  expect(isBotWall(status, readDocument(html))).toBe(isWall)
})

test.each([
  ['Shopify', '<link rel="stylesheet" href="https://cdn.shopify.com/s/files/x.css">', {}],
  ['Squarespace', '<script src="https://static1.squarespace.com/x.js"></script>', {}],
  ['Wix', '<p>x</p>', { 'x-wix-request-id': '1' }],
  ['Webflow', '<meta name="generator" content="Webflow">', {}],
  [
    null,
    '<meta name="generator" content="WordPress 6.5"><script src="/wp-includes/js/jquery.js"></script>',
    {},
  ],
])('the site builder is %j for %s', (builder, html, headers) => {
  expect(siteBuilder(readDocument(html), new Headers(headers as Record<string, string>))).toBe(
    builder,
  )
})
