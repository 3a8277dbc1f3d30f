import type { DomainFile } from './domain-file.ts'

/**
 * Number of characters between the beginning and the end of a hostile page, so that the whole page
 * has the largest size that the service fetches.
 */
export const LARGEST_PAGE = 2 * 1024 * 1024 - 2_000

const fill = (unit: string, size: number): string => unit.repeat(Math.floor(size / unit.length))
const numbered = (size: number, unit: (n: number) => string): string => {
  const parts: string[] = []
  for (let n = 0, length = 0; length < size; n += 1) {
    const part = unit(n)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}
const jsonLd = (content: string): string => `<script type="application/ld+json">${content}</script>`

const styled = (css: string): string =>
  `<style>${css}</style>${'<p class="a b c" id=i>x</p>'.repeat(400)}`

/**
 * Style sheets that cost a Worker much CPU time, by name. Each function gets the size in
 * characters.
 */
export const HOSTILE_STYLES: Readonly<Record<string, (size: number) => string>> = {
  'rules for a class of the page': (size) => styled(fill('.a{color:red}', size)),
  'rules for no class of the page': (size) => styled(fill('.z{color:red}', size)),
  'selectors of many parts': (size) => styled(fill('p p p p p p .a{top:-9999px}', size)),
  'a list of selectors': (size) => styled(`${fill('.a,', size)}.b{display:block}`),
  'a rule with many declarations': (size) => styled(`.a{${fill('color:red;', size)}}`),
  'nested rules': (size) => styled(fill('.a{', size)),
  'long nested rules': (size) =>
    styled(`${fill('.a,', size / 2)}.b{${fill('&.b{color:red}', size / 2)}}`),
  'closed brackets in a style sheet': (size) => styled(fill('()[]', size)),
  'open brackets in a style sheet': (size) => styled(fill('(', size)),
  'quotation marks in a style sheet': (size) => styled(fill(`"'`, size)),
  'comments in a style sheet': (size) => styled(fill('/**/', size)),
  'addresses in a style sheet': (size) => styled(fill('.a{background:url(', size)),
  'escapes in a style sheet': (size) => styled(fill('\\61', size)),
  'media queries': (size) => styled(fill('@media (min-width:1px){.a{color:red}}', size)),
  'one long media query': (size) => styled(`@media ${fill('(a) and ', size)}(b){.a{color:red}}`),
  'custom properties': (size) => styled(numbered(size, (n) => `.a{--a${n}:var(--a${n + 1})}`)),
  'many style elements': (size) => fill('<style>.a{color:red}</style>', size),
  'many style attributes': (size) => fill('<p style="color:red;left:0">x', size),
  'nested style attributes': (size) =>
    `${'<b style="--a:1;color:var(--a)">'.repeat(400)}${fill('<i style="--b:1">x</i>', size)}`,
  'one giant style attribute': (size) => `<p style="${fill('color:red;', size)}">x`,
  'texts in one line': (size) =>
    `<style>.a{display:none}</style>${fill('<b class=a>x</b>y', size)}`,
}

/** Pages that cost a Worker much CPU time, by name. Each function gets the size in characters. */
export const HOSTILE_PAGES: Readonly<Record<string, (size: number) => string>> = {
  'JSON-LD with white space behind its end': (size) => jsonLd(`{"a":1}]]>${fill('\t', size)}x`),
  'nested brackets in JSON-LD': (size) => jsonLd(fill('[', size)),
  'JSON-LD that needs a repair': (size) => jsonLd(`[${fill('{"a":1,},', size)}`),
  'many organisations in JSON-LD': (size) => {
    const organizations = Math.min(size / 2, 120_000)
    const list = fill('{"@type":"Organization","name":"x y z"},', organizations)
    return `${jsonLd(`[${list}{}]`)}${fill('<p>x', size - organizations)}`
  },
  'many JSON-LD blocks': (size) => fill(jsonLd('{}'), size),
  'nested itemprop': (size) => fill('<div itemscope><b itemprop=a>x', size),
  'text in nested itemprop': (size) =>
    `<b itemscope>${'<b itemprop=a>'.repeat(8)}${fill('x&amp;', size)}`,
  'flat itemprop': (size) =>
    `<div itemscope itemtype="https://schema.org/Organization">${fill('<p itemprop=a>x</p>', size)}`,
  'many itemscope': (size) =>
    fill(
      '<div itemscope itemtype="https://schema.org/Organization"><b itemprop=name>third parties</b></div>',
      size,
    ),
  'open div elements': (size) => fill('<div>', size),
  'open b elements': (size) => fill('<b>', size),
  'open lists': (size) => fill('<ul><li>', size),
  'closed b elements': (size) => fill('<b></b>', size),
  'line breaks': (size) => fill('<br>', size),
  'words in elements': (size) => fill('<b>x</b>', size),
  'short paragraphs': (size) => fill('<p>x', size),
  'hidden elements': (size) => fill('<p hidden>x</p>', size),
  'closing tags in deep nesting': (size) => '<b>'.repeat(500) + fill('</x>', size),
  'titles in an image': (size) => `<svg>${'<b>'.repeat(400)}${fill('<title></title>', size)}`,
  'character references': (size) => fill('&amp;', size),
  ampersands: (size) => fill('&', size),
  'one giant text': (size) => fill('lorem ipsum ', size),
  'one giant word': (size) => fill('x', size),
  'many attributes': (size) => `<body ${numbered(size, (n) => `a${n.toString(36)} `)}>`,
  'one giant attribute': (size) => `<p class="${fill('a ', size)}">`,
  'character references in an attribute': (size) => `<p class="${fill('&amp;', size)}">`,
  comments: (size) => fill('<!---->', size),
  'one giant comment': (size) => `<!--${fill('- ', size)}-->`,
  scripts: (size) => fill('<script></script>', size),
  'one giant script': (size) => `<script>${fill('"setAccount","account":', size)}</script>`,
  'meta elements': (size) => numbered(size, (n) => `<meta name=a${n} content="Kork Ltd">`),
  links: (size) => numbered(size, (n) => `<a href="https://a${n}.example.com/">Privacy ${n}</a>`),
  'copyright lines': (size) =>
    fill('<p>© 2026 Kork Ltd, Kork GmbH & Co. KG | a division of Kork Inc.</p>', size),
  'company footers': (size) =>
    fill('<footer><p>Kork Ltd, 1 Main Street, registered in England</p></footer>', size),
  'operator sentences': (size) => fill('<p>this site is operated by Kork Ltd, ', size),
  'long operator sentences': (size) =>
    fill(`<p>${fill('this site is operated by Kork Ltd, ', 1_900)}</p>`, size),
  'long legal sentences': (size) =>
    fill(`<p>${fill('Kork Ltd ("we", "us") is a company of Kork by: ', 1_900)}</p>`, size),
  'company headings': (size) => fill('<h1>Kork Ltd</h1>', size),
  'company addresses': (size) =>
    fill('<h2>Impressum</h2><p>Kork GmbH<br>Gerberweg 4<br>20095 Hamburg</p>', size),
  'company words': (size) => fill(`<p>${fill('Ltd GmbH & Co KG s.r.o. ', 190)}</p>`, size),
  'email addresses': (size) => fill(`<p>${fill('a@b.', 1_900)}</p>`, size),
}

/**
 * Operator in the copyright line at the end of each hostile page. A parser that skips a part of the
 * page must still find this name.
 */
export const OPERATOR_AT_END = 'Marrowgate Tools Ltd'
const END = `<footer><p>© 2026 ${OPERATOR_AT_END}</p></footer></body></html>`

export function hostilePage(name: string, size = LARGEST_PAGE): string {
  const make = HOSTILE_PAGES[name]
  if (make === undefined) throw new Error(`there is no hostile page with the name ${name}`)
  return make(size) + END
}

export const siteOf = (domain: string, html: string): DomainFile => ({
  domain,
  dns: { [domain]: { A: ['167.99.77.7'] } },
  site: { home: `https://${domain}/`, pages: { '/': html } },
})
