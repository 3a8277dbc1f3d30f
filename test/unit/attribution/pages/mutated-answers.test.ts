import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import { parseRdap } from '../../../../shared/attribution/collectors/registration/parse-rdap.ts'
import { parseWhois } from '../../../../shared/attribution/collectors/registration/parse-whois.ts'
import { PageEvidence } from '../../../../shared/attribution/page-evidence.ts'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import { decodeBody } from '../../../../shared/platform/net/body-text.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { evidence, NOW, site, target, whois } from '../scoring/sample-evidence.ts'

const DOMAIN = 'fernwickbells.com'
/**
 * Time limit for one answer of a few kilobytes. It leaves room for a machine that is busy with
 * other work.
 */
const ANSWER_MS_MAX = 2_000

const LINKED_DATA = JSON.stringify({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': ['Organization', 'Store'],
      name: 'Fernwick Bells',
      legalName: 'Fernwick Bells Ltd',
      vatID: 'GB123456789',
    },
    {
      '@type': 'WebSite',
      publisher: { '@type': 'Person', name: 'Ada Fern' },
      copyrightHolder: 'Fernwick Bells Ltd',
    },
  ],
})

const PAGES: readonly string[] = [
  `<!doctype html><html lang="en"><head><title>Fernwick Bells</title><meta charset="utf-8"><meta name="copyright" content="Fernwick Bells Ltd"><style>.a{display:none} @media print{p{color:red}}</style><script type="application/ld+json">${LINKED_DATA}</script></head><body><header><h1>Fernwick Bells</h1></header><p>This website is owned and operated by Fernwick Bells Ltd (hereinafter "the Seller"), a company registered in England No. 01234567.</p><table><tr><th>Publisher</th><td>Fernwick Bells Ltd</td></tr></table><footer><p class="a">x</p>© 2011–2026 <a href="https://fernwickbells.com/">Fernwick Bells</a>. All rights reserved. Powered by Kiln CMS | Terms</footer></body></html>`,
  `<html lang="de"><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>Impressum</title></head><body><h1>Impressum</h1><p>Angaben gemäß § 5 DDG<br>Glockenhof Färber GmbH<br>Am Weiher 4<br>12345 Köln<br>Geschäftsführer: Ada Färber<br>HRB 12345, Amtsgericht Köln<br>USt-IdNr.: DE123456789<br>Tel.: +49 221 1234560</p><p>Verantwortlich im Sinne der DSGVO ist die Glockenhof Färber GmbH.</p></body></html>`,
  `<html lang="ja"><body><dl><dt>運営会社</dt><dd>株式会社鐘音堂</dd><dt>所在地</dt><dd>〒100-0001 東京都千代田区</dd></dl><p>当サイトは株式会社鐘音堂が運営しています。</p><footer>Copyright © 2020 株式会社鐘音堂 版权归鐘音堂所有 无断転載禁止</footer></body></html>`,
  `<html lang="ru" dir="ltr"><body><p>Сайт принадлежит ООО «Колокольня», ИНН 7701234567.</p><p>Оператор персональных данных: ООО «Колокольня»</p><footer>© 2009-2024 гг. Все права защищены</footer></body></html>`,
]

const RECORD = `Domain Name: ${DOMAIN.toUpperCase()}\r\nRegistrar: Kiln Names, Inc.\r\nCreation Date: 2009-04-02T20:47:38Z\r\nRegistrant Name: Ada Fern\r\nRegistrant Organization: Fernwick Bells Ltd\r\nRegistrant Country: GB\r\nName Server: NS1.KILN.EXAMPLE\r\n>>> Last update: 2026-01-01 <<<\r\n`

const RDAP = JSON.stringify({
  objectClassName: 'domain',
  ldhName: DOMAIN,
  status: ['active', 7],
  events: [{ eventAction: 'registration', eventDate: '2009-04-02T20:47:38Z' }],
  entities: [
    {
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', 'Ada Fern'],
          ['org', {}, 'text', ['Fernwick Bells Ltd']],
        ],
      ],
      entities: [{ roles: ['abuse'], vcardArray: null }],
    },
  ],
})

const PIECES = fc.oneof(
  fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      '</p>',
      '<p>',
      '<!--',
      '<table><tr><td>',
      '<svg>',
      '<script>',
      '<style>',
      '&#0;',
      '&#x1F600;',
    ],
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '\\u',
      'null',
      '(',
      '（',
      '©',
      '2026',
      '|',
      '\0',
      '\u202e',
      '\ud800',
    ],
    ...[' is operated by ', ' controller ', ' © 2020-', 'all rights reserved '],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const PLACE = fc.double({ min: 0, max: 1, noNaN: true })
const EDIT = fc.record({
  kind: fc.constantFrom('insert', 'cut', 'repeat', 'end'),
  place: PLACE,
  length: fc.nat(60),
  piece: PIECES,
  times: fc.integer({ min: 1, max: 60 }),
})
const EDITS = fc.array(EDIT, { maxLength: 6 })
type Edit = typeof EDIT extends fc.Arbitrary<infer Value> ? Value : never

const edited = (text: string, edits: readonly Edit[]): string =>
  edits.reduce((before, { kind, place, length, piece, times }) => {
    const at = Math.floor(place * before.length)
    const part = before.slice(at, at + length)
    const rest = before.slice(at + length)
    if (kind === 'insert') return before.slice(0, at) + piece.repeat(times) + before.slice(at)
    if (kind === 'cut') return before.slice(0, at) + rest
    return kind === 'end' ? before.slice(0, at) : before.slice(0, at) + part.repeat(times) + rest
  }, text)

const BYTES = fc.array(fc.tuple(PLACE, fc.nat(255)), { maxLength: 12 })

function bytesOf(text: string, swaps: readonly (readonly [number, number])[]): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  for (const [place, byte] of swaps)
    if (bytes.length > 0) bytes[Math.floor(place * (bytes.length - 1))] = byte
  return bytes
}

const CHARSETS = fc.constantFrom(
  null,
  ...[
    'utf-8',
    'utf-16le',
    'utf-16be',
    'shift_jis',
    'gb18030',
    'iso-2022-jp',
    'windows-1251',
    'x-user-defined',
    'nonsense',
    '',
  ],
)
const ROLES = fc.constantFrom('home' as const, 'imprint' as const, 'privacy' as const)

function inTime<Answer>(work: () => Answer): Answer {
  const before = performance.now()
  const answer = work()
  expect(performance.now() - before).toBeLessThan(ANSWER_MS_MAX)
  return answer
}

describe('mutated answers give evidence or nothing, in time', () => {
  test('a page in any bytes and with any charset label is read and scored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAGES),
        EDITS,
        BYTES,
        CHARSETS,
        ROLES,
        (html, edits, swaps, charset, role) => {
          const type = charset === null ? null : `text/html; charset=${charset}`
          const read = inTime(() => {
            const text = decodeBody(bytesOf(edited(html, edits), swaps), type)
            return parsePage({ url: `https://${DOMAIN}/`, role, status: 200, html: text })
          })
          PageEvidence.parse(read)
          const { result } = inTime(() => score(target(DOMAIN), evidence(site([read])), NOW))
          expect(result.confidence).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: propertyRuns(1_000) },
    )
  }, 60_000)

  test('linked data of any form is read with its page', () => {
    fc.assert(
      fc.property(EDITS, fc.json({ maxDepth: 6 }), fc.boolean(), (edits, json, isJson) => {
        const data = isJson ? json : edited(LINKED_DATA, edits)
        const html = `<title>Fernwick</title><script type="application/ld+json">${data}</script><p>© 2026 Fernwick Ltd</p>`
        PageEvidence.parse(
          inTime(() => parsePage({ url: `https://${DOMAIN}/`, role: 'home', status: 200, html })),
        )
      }),
      { numRuns: propertyRuns(1_000) },
    )
  }, 60_000)

  test('a WHOIS answer in any bytes is read and scored', () => {
    fc.assert(
      fc.property(EDITS, BYTES, (edits, swaps) => {
        const record = inTime(() =>
          parseWhois(DOMAIN, 'whois.example', bytesOf(edited(RECORD, edits), swaps)),
        )
        inTime(() => score(target(DOMAIN), evidence(whois(DOMAIN, record)), NOW))
      }),
      { numRuns: propertyRuns(1_000) },
    )
  }, 60_000)

  test('a RDAP answer of any form is read and scored', () => {
    fc.assert(
      fc.property(EDITS, fc.json({ maxDepth: 6 }), fc.boolean(), (edits, json, isJson) => {
        const answer = jsonOf(isJson ? json : edited(RDAP, edits))
        const record = inTime(() => parseRdap(DOMAIN, 'https://rdap.example', answer))
        if (record !== null)
          inTime(() => score(target(DOMAIN), evidence(whois(DOMAIN, record)), NOW))
      }),
      { numRuns: propertyRuns(1_000) },
    )
  }, 60_000)
})

/** Returns null for a text that is not JSON, as the real client of a registry does. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
