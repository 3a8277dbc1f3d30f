import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'

const NAME = 'Tarnholm Orgelbau GmbH'
const STATEMENT = `This website is operated by ${NAME}.`

const parse = (body: string, role: PageRole = 'home', head = '') =>
  parsePage({
    url: 'https://kork.example/',
    role,
    status: 200,
    html: `<html><head><title>Kork</title>${head}</head><body><h1>Kork</h1><p>Bottles.</p>${body}</body></html>`,
  })

function namesIn(body: string, role: PageRole = 'home', head = ''): string[] {
  const { legal_statements, mentions, text } = parse(body, role, head)
  const named = [...legal_statements, ...mentions]
    .map(({ name }) => name)
    .filter((name) => name === NAME)
  return text.includes(NAME) ? [...named, 'text'] : named
}

const HIDING: readonly [style: string][] = [
  ['display:none'],
  ['d\\69splay:/**/NONE'],
  [`${'margin:0;'.repeat(400)}display:none`],
  [`${'color:red;'.repeat(600)}`],
  ['opacity:0%'],
  ['font:0/0 a'],
  ['color:#fff;background:#fefefe'],
  ['clip-path:inset(50%)'],
  ['transform:matrix(0,0,0,0,0,0)'],
  ['left:calc(-1 * 9999px);position:absolute'],
  ['max-inline-size:1px;overflow:hidden'],
  ['--hide:none;display:var(--hide)'],
  ['mask:linear-gradient(transparent,#0000)'],
]

/**
 * These styles move text by less than the height or width of a screen, or not at all, so the text
 * stays visible.
 */
const MOVING: readonly [style: string][] = [
  ['margin-top:-180px'],
  ['margin-left:-240px'],
  ['margin:-120px 0 0 -300px'],
  ['margin-block-start:-200px'],
  ['position:relative;top:-150px'],
  ['position:absolute;left:50%;margin-left:-480px'],
  ['padding-top:400px'],
  ['scroll-margin-top:-9999px'],
  ['scroll-padding-left:-9999px'],
  ['border-left:1200px'],
  ['border-top-width:-9999px'],
  ['background-position:-9999px -9999px'],
  ['inset:-100px 0 0 0;position:relative'],
  ['outline-offset:-9999px'],
]

describe('text that a browser does not show', () => {
  test.each(MOVING)('is not meant by style="%s", which only moves it', (style) => {
    expect(namesIn(`<div id="wrapper" style="${style}"><p>${STATEMENT}</p></div>`)).toContain(NAME)
  })

  test.each(HIDING)('names nobody with style="%s"', (style) => {
    expect(namesIn(`<div style="${style}"><p>${STATEMENT}</p></div>`)).toEqual([])
  })

  test.each([
    '.a{display:none}',
    'body > .a{display:none}',
    'h1 ~ .a{display:none}',
    '@media screen and (min-width:40em){.a{display:none}}',
    '@media not print{.a{display:none}}',
    'body{.a{display:none}}',
    '.a{display:none!important}div.a{display:block}',
    'a{background:url(x/*y)}.a{display:none}b{background:url(x*/y)}',
  ])('names nobody with the rule %s', (css) => {
    expect(namesIn(`<div class="a">${STATEMENT}</div>`, 'home', `<style>${css}</style>`)).toEqual(
      [],
    )
  })

  test.each([
    '@media print{.a{display:none}}',
    '@media (max-width:60em){.a{display:none}}',
    '@media (prefers-color-scheme:dark){.a{display:none}}',
    '.a{display:none}.a.b{display:block}',
    '.a:hover,.a::after{display:none}',
    '@font-face{.a{display:none}}',
    '[data-aos].a{opacity:0}',
    '.c .a{display:none}',
    '.a:nth-child(1){display:none}',
  ])('is shown with the rule %s', (css) => {
    expect(
      namesIn(
        `<div class="a b" data-aos="fade">${STATEMENT}</div>`,
        'home',
        `<style>${css}</style>`,
      ),
    ).toContain(NAME)
  })

  test('a rule in an element that a browser does not use hides nothing', () => {
    const css = '<style>.a{display:none}</style>'
    for (const unused of [
      `<!--${css}-->`,
      `<noscript>${css}</noscript>`,
      `<template>${css}</template>`,
    ])
      expect(namesIn(`<div class="a">${STATEMENT}</div>${unused}`)).toContain(NAME)
  })

  test('a page whose root waits for a script is read', () => {
    expect(namesIn(STATEMENT, 'home', '<style>body{visibility:hidden}</style>')).toContain(NAME)
    const rest = `<style>body{visibility:hidden}h1{visibility:visible}</style>`
    expect(namesIn(STATEMENT, 'home', rest)).toEqual([])
  })

  test('a part of a line is left out, and the rest is kept', () => {
    const page = parse(
      '<p>© 2026 Kork Ltd <span style="display:none">Tarnholm Orgelbau GmbH</span></p>',
    )
    expect(page.mentions.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kork Ltd']))
    expect(page.text).not.toContain(NAME)
  })

  test('a text in small letters inside of a box without font size is shown', () => {
    const page = `<div style="font-size:0"><p style="font-size:13px">${STATEMENT}</p></div>`
    expect(namesIn(page)).toContain(NAME)
  })

  test('an operator of hidden text is reported, unless the page also shows the name', () => {
    const hidden = `<div hidden><h2>Imprint</h2><p>${STATEMENT}</p><p>© 2026 ${NAME}</p></div>`
    expect(parse(hidden).hidden_statements).toEqual([
      { kind: 'operated_by', name: NAME, observed: STATEMENT },
    ])
    expect(parse(`<noembed><p>${STATEMENT}</p></noembed>`).hidden_statements).toHaveLength(1)
    expect(parse(`${hidden}<footer>© 2026 ${NAME}</footer>`).hidden_statements).toEqual([])
    expect(parse('<div hidden><p>Menu</p></div>').hidden_statements).toEqual([])
  })

  test('the statements of hidden text are limited', () => {
    const many = Array.from(
      { length: 40 },
      (_, n) => `<p>© 2026 Kork ${String.fromCharCode(65 + n)}x${n} Ltd</p>`,
    )
    expect(parse(`<div hidden>${many.join('')}</div>`).hidden_statements).toHaveLength(10)
  })
})

const VISITED: readonly [html: string][] = [
  [`<blockquote>${STATEMENT}</blockquote>`],
  [`<q>${STATEMENT}</q>`],
  [`<div class="guestbook"><p>${STATEMENT}</p></div>`],
  [`<footer><div class="widget_recent_comments"><p>© 2026 ${NAME}</p></div></footer>`],
  [`<ol class="commentlist"><li>${STATEMENT}</li></ol>`],
  [`<div class="customerReviews">${STATEMENT}</div>`],
  [`<div class="product__review-text">${STATEMENT}</div>`],
  [`<section id="kommentare"><p>${STATEMENT}</p></section>`],
  [`<div class="livredor">${STATEMENT}</div>`],
  [`<div itemscope itemtype="https://schema.org/UserReview"><p>${STATEMENT}</p></div>`],
  [`<div itemprop="reviewBody">${STATEMENT}</div>`],
  [`<div data-testimonial="1">${STATEMENT}</div>`],
  [`<ul><li>Jutta Wegner, 12.03.2026<p>${STATEMENT}</p></li></ul>`],
  [`<ul><li>Posted by Jutta<br>${STATEMENT}</li></ul>`],
  [`<div><p>Jutta wrote on Monday:</p><p>${STATEMENT}</p></div>`],
  [`<h2>Guest book</h2><p>${STATEMENT}</p><p>© 2026 ${NAME}</p>`],
  [`<h2>What our customers say</h2><p>${STATEMENT}</p>`],
  [
    `<article class="post-12 type-post">${STATEMENT}<p>More.</p></article>${'<p>Bottle.</p>'.repeat(30)}`,
  ],
]

describe('text that a visitor wrote', () => {
  test.each(VISITED)('names nobody: %s', (html) => {
    expect(namesIn(html).filter((name) => name !== 'text' || !html.startsWith('<article'))).toEqual(
      [],
    )
  })

  test.each<[role: PageRole, html: string]>([
    ['imprint', `<blockquote><p>${STATEMENT}</p></blockquote>`],
    ['imprint', `<article class="post-3"><h1>Imprint</h1><p>${STATEMENT}</p></article>`],
    ['home', `<article><p>${STATEMENT}</p></article>`],
    ['home', `<div class="comments-open review-page"><p>${STATEMENT}</p></div>`],
    ['home', `<div class="has-comments"><p>${STATEMENT}</p></div>`],
    ['home', `<h2>Guest book</h2><p>Nice.</p><footer>© 2026 ${NAME}</footer>`],
    ['home', `<div class="reviews"><p>Nice.</p><div id="colophon">© 2026 ${NAME}</div></div>`],
    ['home', `<div><h2>Customer reviews</h2><p>Nice.</p></div><div><p>© 2026 ${NAME}</p></div>`],
    ['home', `<p>Wrenfield Mill 8, 1011 Kupferdorf</p><p>${STATEMENT}</p>`],
    ['home', `<p>Established 12.03.1926</p><p>${STATEMENT}</p>`],
  ])('of the site itself is read on a page with the role %s: %s', (role, html) => {
    expect(namesIn(html, role)).toContain(NAME)
  })
})
