import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import { expectAccessible } from './axe.ts'
import { chromiumPath, expectNoViolations, sharedChromium, type Visitor, visit } from './browser.ts'
import { expectNoSidewaysScroll } from './page-checks.ts'

const WIDTHS = [320, 360, 1_440]
const IMITATION = 'test-imitation.sandbox.example'
const BROWSER_LIMIT_MS = 60_000

describe.skipIf(chromiumPath === null)(
  'public pages',
  () => {
    let service: Service
    let account: ServiceAccount
    let browser: Browser
    let visitor: Visitor
    let jobId: string
    let paths: Record<'start' | 'share' | 'certificate' | 'privacy' | 'missing', string>

    const certificate = async (format: 'json' | 'pdf') => {
      const response = await fetch(
        `${service.baseUrl}/jobs/${jobId}/certificate?format=${format}`,
        { headers: { 'x-api-key': account.apiKey } },
      )
      return Buffer.from(await response.arrayBuffer())
    }

    beforeAll(async () => {
      service = await sharedService()
      browser = await sharedChromium()
      account = await service.account()
      jobId = (await account.analyze(IMITATION).untilTerminal()).job_id
      const share = await account.request('POST', `/jobs/${jobId}/share`)
      const { certificate: issued } = JSON.parse(String(await certificate('json')))
      paths = {
        start: '/',
        share: new URL(String(share.body.data?.url)).pathname,
        certificate: `/certificates/${issued.certificate_id}`,
        privacy: '/privacy',
        missing: '/nothing',
      }
      visitor = await visit(browser, service, { theme: 'dark' })
    }, BROWSER_LIMIT_MS)
    afterAll(() => visitor.close())

    test('fit every window, and have no accessibility fault', async () => {
      const { page } = visitor
      for (const path of Object.values(paths)) {
        await page.goto(path)
        await expectAccessible(page)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoSidewaysScroll(page)
        }
      }
      expectNoViolations(visitor)
    })

    test('lead from the start page to the app with the typed domain', async () => {
      const { page } = visitor
      await page.goto(paths.start)
      await page.getByLabel('Domain or address').fill('example.com')
      await page.getByRole('button', { name: 'Analyze' }).click()
      await page.waitForURL('**/app/?domain=example.com')
      expectNoViolations(visitor)
    })

    test('show the warning of a shared answer without a sign-in', async () => {
      const { page } = visitor
      await page.goto(paths.share)
      await page.getByText('Imitates Test Corporation', { exact: true }).waitFor()
      expect(await page.title()).toContain('Imitates Test Corporation')
      expect(await visitor.context.cookies()).toEqual([])
    })

    test('check a PDF and a JSON file without sending them', async () => {
      const { page } = visitor
      await page.goto(paths.certificate)
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.method()))
      const choose = (name: string, buffer: Buffer) =>
        page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer })
      const result = page.locator('#result')
      const heading = (text: string) => result.getByRole('heading', { name: text, exact: true })

      await choose('certificate.pdf', await certificate('pdf'))
      await heading('The certificate in the PDF is valid').waitFor()
      expect(await result.innerText()).toContain(IMITATION)
      const json = String(await certificate('json'))
      await choose('changed.json', Buffer.from(json.replace(IMITATION, 'other.example')))
      await heading('Not valid').waitFor()
      expect(await result.innerText()).not.toContain('other.example')
      await choose('certificate.json', Buffer.from(json))
      await heading('Valid').waitFor()
      await choose('picture.png', Buffer.from('no certificate'))
      await heading('Not valid').waitFor()
      await expectAccessible(page)
      expect(new Set(sent)).toEqual(new Set(['GET']))
      expectNoViolations(visitor)
    })
  },
  BROWSER_LIMIT_MS,
)
