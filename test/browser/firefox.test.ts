import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../platform/service.ts'
import { Firefox, firefoxPath } from './firefox.ts'
import { narrowTexts } from './page-checks.ts'

const START_LIMIT_MS = 240_000
const TEST_LIMIT_MS = 120_000
const PHONE_WIDTH = 360
const SANDBOX = 'test-corp.sandbox.example'

describe.skipIf(firefoxPath === null)('the dashboard in Firefox', () => {
  let service: Service
  let firefox: Firefox
  beforeAll(async () => {
    service = await startService()
    firefox = await Firefox.start()
  }, START_LIMIT_MS)
  afterAll(async () => {
    await firefox.stop()
    await service.stop()
  })

  test(
    'a mailed link signs in, and a domain is analyzed',
    async () => {
      const token = service.platform.identity.magicLink('firefox@tests.example')
      await firefox.open(`${service.baseUrl}/app/confirm?token_hash=${token}&type=email`)
      await firefox.click('button', 'Sign in')
      await firefox.click('button', 'Continue')
      await firefox.find('h1', 'Analyze a domain')
      await firefox.type('main input:not([type=checkbox]), main textarea', SANDBOX)
      await firefox.click('main button[type=submit]')
      await firefox.find('h1', SANDBOX)
      await firefox.find('main', 'Test Corporation')
    },
    TEST_LIMIT_MS,
  )

  test(
    'the palette finds the analysis and opens it by keyboard',
    async () => {
      await firefox.open(`${service.baseUrl}/app/keys`)
      await firefox.find('h1', 'API keys')
      await firefox.pressWithControl('k')
      await firefox.type('dialog[open] input', 'test-corp')
      await firefox.find('dialog[open] [role=option][aria-selected=true]', SANDBOX)
      await firefox.type('dialog[open] input', '\uE007')
      await firefox.find('h1', SANDBOX)
      expect(await firefox.run('return location.pathname')).toMatch(/^\/app\/jobs\/job_/)
    },
    TEST_LIMIT_MS,
  )

  test(
    'on a phone no text is squashed and no page scrolls sideways',
    async () => {
      await firefox.openPopup(`${service.baseUrl}/app/jobs`, PHONE_WIDTH)
      await firefox.find('main', SANDBOX)
      for (const path of ['/app/', '/app/jobs', `/app/domains/${SANDBOX}`, '/app/monitors']) {
        await firefox.open(service.baseUrl + path)
        await firefox.find('h1')
        expect(await firefox.run('return innerWidth')).toBe(PHONE_WIDTH)
        expect([path, await firefox.run(`return (${narrowTexts})()`)]).toEqual([path, []])
        const width = await firefox.run<number>('return document.documentElement.scrollWidth')
        expect(width, path).toBeLessThanOrEqual(PHONE_WIDTH)
      }
    },
    TEST_LIMIT_MS,
  )
})
