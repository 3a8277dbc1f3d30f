import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, visit } from './browser.ts'
import { cookiesOf, type Dashboard, startDashboard, untilLoaded } from './dashboard.ts'
import { narrowTexts, sidewaysScroll } from './page-checks.ts'
import { allScreens, MISSING_SCREENS } from './screens.ts'
import { type SeededAccount, seedAccount } from './seeded-account.ts'

const OPEN_LIMIT_MS = 240_000
const WIDTHS = [320, 360, 460, 680, 768, 1024, 1280, 1440] as const
const HEIGHT = 900

describe.skipIf(chromiumPath === null)('the widths of every screen', () => {
  let dashboard: Dashboard
  let seeded: SeededAccount
  beforeAll(async () => {
    dashboard = await startDashboard()
    seeded = await seedAccount(dashboard)
  }, OPEN_LIMIT_MS)
  afterAll(() => dashboard.stop())

  test(
    'from 320 to 1,440 px no text is squashed into a narrow box, and no page scrolls sideways',
    async () => {
      const { page, context } = await visit(dashboard.browser, dashboard.service)
      await context.addCookies(await cookiesOf(dashboard.service, seeded.account.email))
      const problems: Record<string, string[]> = {}
      for (const { name, path } of [...allScreens(seeded), ...MISSING_SCREENS]) {
        await page.goto(path)
        await untilLoaded(page)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT })
          const found = [...(await page.evaluate(narrowTexts)), ...(await sidewaysScroll(page))]
          if (found.length > 0) problems[`${name} at ${width} px`] = found
        }
      }
      expect(problems).toEqual({})
    },
    OPEN_LIMIT_MS,
  )
})
