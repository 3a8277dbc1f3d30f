import { describe, expect, test } from 'vitest'
import { createPageLimits } from '../../../../shared/attribution/collectors/page/page-limits.ts'
import { parsePage, readPage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import {
  atOnce,
  inSlices,
} from '../../../../shared/attribution/collectors/page/slices/sliced-work.ts'
import {
  HOSTILE_PAGES,
  HOSTILE_STYLES,
  hostilePage,
  OPERATOR_AT_END,
} from '../../../internet/hostile-pages.ts'
import { superLinearTexts } from '../../linear-cost.ts'

const NAMES = Object.keys(HOSTILE_PAGES)
const LINEAR_SIZE = 128 * 1024
const ADDRESS = { url: 'https://kork.example/', role: 'imprint', status: 200 } as const

const read = (html: string, limits = createPageLimits()()) =>
  atOnce(readPage({ ...ADDRESS, html }, limits))

function slicesOf(html: string): number {
  const work = readPage({ ...ADDRESS, html }, createPageLimits()())
  let slices = 1
  while (!work.next().done) slices += 1
  return slices
}

const GROWING = {
  ...Object.fromEntries(NAMES.map((name) => [name, (size: number) => hostilePage(name, size)])),
  ...HOSTILE_STYLES,
}

test.each(Object.entries(GROWING))(
  'the time for a page with %s grows with its size',
  async (name, text) => {
    const parse = (html: string) => parsePage({ ...ADDRESS, html })
    expect(await superLinearTexts(parse, { [name]: text }, LINEAR_SIZE)).toEqual([])
  },
  60_000,
)

test.each(Object.entries(HOSTILE_STYLES))('2 MiB with %s are read, or left out', (_, text) => {
  const page = read(`${text(2_000_000)}<p>© 2026 Kork Ltd</p>`)
  if (page.left_out.length === 0)
    expect(page.mentions.map(({ name }) => name)).toContain('Kork Ltd')
})

test.each(NAMES)('the copyright line at the end of 2 MiB with %s is found', (name) => {
  expect(read(hostilePage(name)).mentions.map((mention) => mention.name)).toContain(OPERATOR_AT_END)
})

describe('a page that exceeds a limit says so', () => {
  test.each([
    ['short paragraphs', 'markup'],
    ['comments', 'markup'],
    ['character references', 'markup'],
    ['many attributes', 'markup'],
    ['closing tags in deep nesting', 'markup'],
    ['open div elements', 'nesting'],
    ['open lists', 'nesting'],
    ['long legal sentences', 'text'],
    ['copyright lines', 'text'],
    ['one giant script', 'scripts'],
    ['nested brackets in JSON-LD', 'structured_data'],
    ['many JSON-LD blocks', 'structured_data'],
  ])('%s: %s', (name, limit) => {
    expect(read(hostilePage(name)).left_out).toContain(limit)
  })

  test('a page within the limits leaves nothing out', () => {
    expect(read(hostilePage('copyright lines', 60_000)).left_out).toEqual([])
  })

  test('a response that was cut at its largest size', () => {
    expect(parsePage({ ...ADDRESS, html: '<p>Kork', truncated: true }).left_out).toEqual(['size'])
  })

  test('JSON-LD that is nested too deep', () => {
    const nested = `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`
    expect(read(`<script type="application/ld+json">${nested}</script>`).left_out).toEqual([
      'structured_data',
    ])
  })
})

test('the code of a script at the end of a page that is read in part is not text', () => {
  const script = `<script>if (a<b) show('© 2026 Hidden Ltd')//${'x'.repeat(40_000)}</script>`
  const page = read(`${'<b>'.repeat(100_000)}${script}<p>© 2026 Kork Ltd</p>`)
  expect(page.mentions.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kork Ltd']))
  expect(page.text).not.toContain('Hidden')
})

test('all pages of one analysis have limits together, and each page keeps its end', () => {
  const limitsOfPage = createPageLimits()
  const html = `${'<b></b>'.repeat(25_000)}<footer>© 2026 Kork Ltd</footer>`
  const pages = Array.from({ length: 6 }, () => read(html, limitsOfPage()))
  expect(pages.map(({ left_out }) => left_out.length)).toEqual([0, 0, 0, 1, 1, 1])
  for (const { mentions } of pages) expect(mentions[0]?.name).toBe('Kork Ltd')
})

describe('slices', () => {
  test('an ordinary page is read in one slice, and a page with much work in many', () => {
    expect(
      slicesOf('<title>Kork</title><p>Corks for every bottle.</p><footer>© 2026 Kork Ltd</footer>'),
    ).toBe(1)
    expect(slicesOf(hostilePage('copyright lines'))).toBeGreaterThan(100)
    expect(slicesOf(hostilePage('one giant text'))).toBeGreaterThan(5)
  })

  test('after an abort no further slice runs', async () => {
    let done = 0
    function* work() {
      for (;;) {
        done += 1
        yield
      }
    }
    const pause = async () => {
      if (done === 3) throw new Error('aborted')
    }
    await expect(inSlices(work(), pause)).rejects.toThrow('aborted')
    expect(done).toBe(3)
  })
})
