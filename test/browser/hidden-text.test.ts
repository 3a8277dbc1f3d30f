import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePage } from '../../shared/attribution/collectors/page/parse-page.ts'
import { chromiumPath, DESKTOP, sharedChromium } from './browser.ts'
import { HIDDEN_WAYS, SHOWN_WAYS, type Way } from './hidden-ways.ts'

const NAME = 'Tarnholm Orgelbau GmbH'
/**
 * Two texts for the same page. Each is one line of the same height, so only their letters can make
 * the two screenshots differ.
 */
const TEXTS = [
  `This website is operated by ${NAME}. Copyright 2026 ${NAME}. All rights reserved.`,
  'Nothing of note stands here, and nobody at all is named in the words of this other line of text.',
] as const

/** Ways to hide text that our parser wrongly takes for visible text, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

const pageOf = ({ html, css = '', head = '' }: Way, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Copperlane bazaar</title>${head}${
    css === '' ? '' : `<style>${css}</style>`
  }</head><body><h1>Copperlane bazaar</h1><p>Thousands of items in stock.</p>${html.replace('TEXT', text)}</body></html>`

function namesIn(way: Way): string[] {
  const page = parsePage({
    url: 'https://copperlane.example/',
    role: 'home',
    status: 200,
    html: pageOf(way, TEXTS[0]),
  })
  const named = [...page.legal_statements, ...page.mentions, ...page.organizations].map(
    ({ name }) => name ?? '',
  )
  return page.text.includes(NAME) ? [...named, NAME] : named
}

/**
 * A person sees no difference if each colour channel (0 to 255) differs by at most
 * UNSEEN_DIFFERENCE, and cannot read a text of which at most UNREAD_PIXELS pixels are drawn.
 */
const UNSEEN_DIFFERENCE = 10
const UNREAD_PIXELS = 60

/** Enough for every page of the test. A screenshot of twice the height takes twice the time. */
const HEIGHT = 300

const skips = chromiumPath === null

describe.skipIf(skips)('a text in a page', () => {
  let page: Page

  beforeAll(async () => {
    const context = await (await sharedChromium()).newContext({
      viewport: { ...DESKTOP, height: HEIGHT },
      reducedMotion: 'reduce',
    })
    page = await context.newPage()
  })

  afterAll(() => page.context().close())

  async function isDrawn(way: Way): Promise<boolean> {
    const pictures: string[] = []
    for (const text of TEXTS) {
      await page.setContent(pageOf(way, text))
      pictures.push((await page.screenshot({ animations: 'disabled' })).toString('base64'))
    }
    if (pictures[0] === pictures[1]) return false
    return (await differentPixels(pictures)) > UNREAD_PIXELS
  }

  /**
   * Returns the number of pixels that differ. Text in the colour of its background can still differ
   * a little at the edges of letters, because colours are rounded.
   */
  async function differentPixels(pictures: readonly string[]): Promise<number> {
    await page.setContent('')
    return page.evaluate(
      async ({ sources, least }) => {
        const data = await Promise.all(
          sources.map(async (source) => {
            const bitmap = await createImageBitmap(
              await (await fetch(`data:image/png;base64,${source}`)).blob(),
            )
            const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
            context?.drawImage(bitmap, 0, 0)
            return (
              context?.getImageData(0, 0, bitmap.width, bitmap.height).data ??
              new Uint8ClampedArray()
            )
          }),
        )
        const [first, second] = data
        return (
          first?.reduce(
            (sum, value, at) => sum + (Math.abs(value - (second?.[at] ?? 0)) > least ? 1 : 0),
            0,
          ) ?? 0
        )
      },
      { sources: pictures, least: UNSEEN_DIFFERENCE },
    )
  }

  test.each(HIDDEN_WAYS)('that Chromium does not draw names nobody: $name', async (way) => {
    expect(await isDrawn(way), 'Chromium draws it').toBe(false)
    if (way.name in EXCEPTIONS) return
    expect(namesIn(way)).not.toContain(NAME)
  })

  test.each(SHOWN_WAYS)('that Chromium draws is read: $name', async (way) => {
    expect(await isDrawn(way), 'Chromium draws it').toBe(true)
    expect(namesIn(way)).toContain(NAME)
  })
})

test('at most one way of twenty is an exception', () => {
  expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(HIDDEN_WAYS.length / 20)
})
