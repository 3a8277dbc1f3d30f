import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Service, sharedService } from '../platform/service.ts'
import { seriousFindings } from './axe.ts'
import {
  chromiumPath,
  closeVisitors,
  DESKTOP,
  expectNoViolations,
  sharedChromium,
  type Visitor,
  visitSignedIn,
} from './browser.ts'
import { untilLoaded } from './dashboard.ts'
import { narrowTexts } from './narrow-texts.ts'
import { sidewaysScroll } from './page-checks.ts'

const WIDTHS = [320, 360, 460, 680, 1_100, 1_440] as const
const OPEN_LIMIT_MS = 60_000
const FREE = 'nobody-registered-this.com'

describe.skipIf(chromiumPath === null)('the page of an answer', () => {
  let service: Service
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    service = await sharedService()
    browser = await sharedChromium()
    visitor = await visitSignedIn(browser, service, 'answers@tests.example')
    page = visitor.page
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(async () => {
    expectNoViolations(visitor)
    await closeVisitors(browser)
    await service.stop()
  })

  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const analyze = async (domain: string) => {
    await page.goto(`/app/?domain=${domain}`)
    await page.getByRole('button', { name: 'Analyze' }).click()
    await page.waitForURL(/\/app\/jobs\/job_/)
    await region('Answer').waitFor({ timeout: OPEN_LIMIT_MS })
  }

  test(
    'an operator is named first, with confidence, basis, three reasons and facts; the tab names it too',
    async () => {
      await analyze('thorncastle-group.com')
      const answer = region('Answer')
      await answer.getByRole('heading', { name: 'Thorncastle Group plc' }).waitFor()
      const text = await answer.innerText()
      expect(text).toContain('very likely')
      expect(text).toMatch(/Of 100 answers/)
      expect(text).not.toMatch(/rank|weight|\d %/i)
      expect(await answer.getByText('Candidates', { exact: true }).count()).toBe(0)
      const facts = region('Facts')
      expect(await facts.innerText()).toMatch(/Registered[\s\S]*Registrar[\s\S]*Name servers/)
      await expect
        .poll(() => page.title())
        .toBe('✓ thorncastle-group.com: Thorncastle Group plc · Domain Attribution')
      expect(await seriousFindings(page)).toEqual([])
    },
    OPEN_LIMIT_MS,
  )

  test('each fact is copied by a button, and its evidence is loaded when it is opened', async () => {
    const facts = region('Facts')
    await facts.getByRole('button', { name: 'Copy: Name servers' }).click()
    await expect.poll(copied).toMatch(/^[a-z0-9.-]+(\n[a-z0-9.-]+)*$/)
    await facts.getByRole('button', { name: 'Copy a report text' }).click()
    await expect.poll(copied).toMatch(/^Domain: thorncastle-group\[\.\]com\nRegistrar: /)
    const asked = page.waitForRequest(/\/evidence\?/)
    await facts.getByText('Evidence of: Registrar').click()
    await asked
    await facts
      .getByRole('region', { name: 'Evidence of: Registrar' })
      .getByText('iana_id')
      .waitFor()
  })

  test('menus are used by keyboard: arrows move, Escape gives the focus back, files have names', async () => {
    const button = page.getByRole('button', { name: 'Export' })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toMatch(/^Certificate \(PDF\)/)
    await page.keyboard.press('End')
    await expect.poll(focused).toMatch(/^STIX/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toMatch(/^Certificate \(PDF\)/)
    expect(await seriousFindings(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ])
    expect(await download.failure()).toBeNull()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe(
      'menu',
    )
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
    await expect.poll(copied).toMatch(/^curl '/)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report a mistake' }).click()
    await expect.poll(focused).toBe('Report on this answer')
  })

  test('a domain is watched where one stands, and the dialog names the costs', async () => {
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch this domain' })
    await dialog.getByText('1 included · no credits', { exact: true }).waitFor()
    await dialog.getByText(/^No credits now · you have \d/).waitFor()
    await dialog.getByText(/analyzed in the last 7 days needs no first analysis/).waitFor()
    expect(await dialog.getByText(/up to 1 first analysis/).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await dialog.getByText('Watching.').waitFor()
    await dialog.getByRole('link', { name: 'Open the monitor' }).click()
    await page.waitForURL(/\/app\/monitors\/mon_/)
  })

  test(
    'an imitation is the first line of the answer, and nobody is named',
    async () => {
      await analyze('test-imitation.sandbox.example')
      const answer = region('Answer')
      await answer.getByRole('heading', { name: 'Nobody could be named' }).waitFor()
      const lines = (await answer.innerText()).split('\n').filter((line) => line.trim() !== '')
      expect(lines.find((line) => !/^High: ?$/.test(line))).toMatch(/Imitates Test Corporation$/)
      await expect.poll(() => page.title()).toContain('imitates Test Corporation')
    },
    OPEN_LIMIT_MS,
  )

  test(
    'a name that nobody registered says so, and can be watched until it is registered',
    async () => {
      await analyze(FREE)
      const answer = region('Answer')
      await answer.getByRole('heading', { name: 'Not registered' }).waitFor()
      expect(await answer.innerText()).not.toMatch(/no clear operator/i)
      await answer.getByRole('button', { name: 'Watch until it is registered' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Watch', exact: true }).click()
      await page.getByRole('dialog').getByText('Watching.').waitFor()
    },
    OPEN_LIMIT_MS,
  )

  test(
    'a Punycode domain is shown in its letters first',
    async () => {
      await analyze('верста-мебель.рф')
      const heading = page.getByRole('heading', { level: 1 })
      expect(await heading.innerText()).toMatch(/^верста-мебель\.рф\s+xn--/)
    },
    OPEN_LIMIT_MS,
  )

  test(
    'at no width is a text squeezed or the page wider than the window, also with long names',
    async () => {
      await analyze('vintara.com')
      const name = `${'Wagner '.repeat(12)}${'x'.repeat(90)} GmbH & Co. KG`
      const path = new URL(page.url()).pathname
      await page.route(/\/jobs\/[^/]+\/verdict/, async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        Object.assign(body.data, {
          entity: name,
          headline: name,
          warnings: [
            {
              kind: 'imitates',
              severity: 'high',
              entity: name,
              title: `Imitates ${name}`,
              detail: name.repeat(2),
            },
          ],
          candidates: [0.78, 0.22].map((confidence) => ({
            entity: name,
            entity_type: 'organization',
            confidence,
            basis: 'stated',
            rationale: name,
          })),
        })
        await route.fulfill({ response, json: body })
      })
      onTestFinished(async () => {
        await page.unroute(/\/jobs\/[^/]+\/verdict/)
        await page.setViewportSize(DESKTOP)
      })
      const problems: Record<number, string[]> = {}
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await untilLoaded(page)
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menu').waitFor()
        const found = [...(await sidewaysScroll(page)), ...(await narrowTexts(page))]
        if (found.length > 0) problems[width] = found
      }
      expect(problems).toEqual({})
    },
    OPEN_LIMIT_MS,
  )
})
