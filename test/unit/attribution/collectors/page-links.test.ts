import { describe, expect, test } from 'vitest'
import {
  legalLinks,
  socialHandles,
} from '../../../../shared/attribution/collectors/page/page-links.ts'
import { readDocument } from '../../../../shared/attribution/collectors/page/read-document.ts'
import {
  atOnce,
  createSlice,
} from '../../../../shared/attribution/collectors/page/slices/sliced-work.ts'

const linksOf = (html: string, url = 'https://www.kork.example/'): string[] =>
  atOnce(legalLinks(readDocument(html).anchors, url, createSlice())).map(
    (link) => `${link.role} ${new URL(link.url).pathname}`,
  )

const found: readonly [label: string, path: string, role: string][] = [
  ['Impressum', '/footer/impressum.html', 'imprint'],
  ['Legal notice', '/x1', 'imprint'],
  ['Mentions légales', '/content/2-mentions-legales', 'imprint'],
  ['Aviso legal', '/legal/aviso', 'imprint'],
  ['Privacy e note legali', '/legal', 'imprint'],
  ['会社概要', '/company/', 'imprint'],
  ['特定商取引法に基づく表記', '/tokusho/', 'imprint'],
  ['Datenschutz', '/d', 'privacy'],
  ['Privacy Policy', '/policies/privacy-policy', 'privacy'],
  ['Política de privacidad', '/p', 'privacy'],
  ['プライバシーポリシー', '/pp', 'privacy'],
  ['Terms & Conditions', '/legal/terms', 'terms'],
  ['Algemene voorwaarden', '/av', 'terms'],
  ['AGB', '/agb', 'terms'],
  ['利用規約', '/r', 'terms'],
  ['Über uns', '/ueber-uns', 'about'],
  ['Qui sommes-nous', '/a-propos', 'about'],
  ['Quiénes somos', '/q', 'about'],
  ['Chi siamo', '/c', 'about'],
  ['Bio', 'bio.html', 'about'],
  ['Kontakt', '/kontakt', 'contact'],
  ['お問い合わせ', '/contact/', 'contact'],
  ['', '/impressum', 'imprint'],
]

describe('links to pages that name the operator', () => {
  test.each(found)('the link %j to %s has the role $2', (label, path, role) => {
    const { pathname } = new URL(path, 'https://www.kork.example/')
    expect(linksOf(`<a href="${path}">${label}</a>`)).toEqual([`${role} ${pathname}`])
  })

  test('one page of each role is returned, the most useful role first', () => {
    const html =
      '<nav><a href="/contact">Contact</a><a href="/about">About us</a></nav><footer><a href="/privacy">Privacy</a><a href="/imprint">Imprint</a><a href="/cookie-privacy-center">Privacy choices</a></footer>'
    expect(linksOf(html)).toEqual([
      'imprint /imprint',
      'privacy /privacy',
      'about /about',
      'contact /contact',
    ])
  })

  const ignored: readonly [what: string, html: string][] = [
    ['other sites', '<a href="https://other.example/impressum">Impressum</a>'],
    ['documents', '<a href="/impressum.pdf">Impressum</a>'],
    ['email addresses', '<a href="mailto:impressum@kork.example">Impressum</a>'],
    ['scripts', '<a href="javascript:impressum()">Impressum</a>'],
    ['the page itself', '<a href="/">Impressum</a><a href="#imprint">Imprint</a>'],
    [
      'articles',
      '<a href="/2026/11/18/story.html">How the terms of the deal were reached and what comes next for the two companies and their many friends</a>',
    ],
  ]
  test.each(ignored)('links to %s are ignored', (_what, html) => {
    expect(linksOf(html)).toEqual([])
  })
})

test('links to social profiles give handles, and share buttons do not', () => {
  expect(
    atOnce(
      socialHandles(
        [
          'https://www.facebook.com/korkundkupfer/',
          'https://www.facebook.com/sharer/sharer.php?u=x',
          'https://x.com/kork',
          'https://twitter.com/intent/tweet?text=x',
          'https://www.linkedin.com/company/kork-gmbh',
          'https://instagram.com/p/abc',
          'not a url',
        ],
        createSlice(),
      ),
    ),
  ).toEqual(['facebook:korkundkupfer', 'twitter:kork', 'linkedin:kork-gmbh'])
})
