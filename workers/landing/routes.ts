import { getCookie } from 'hono/cookie'
import { prefersPage } from '../../shared/platform/http/negotiation.ts'
import { sessionIdIn } from '../../shared/sessions/session-cookie.ts'
import { SCRIPT_PAGE_HEADERS, STATIC_PAGE_HEADERS } from '../pages/page-headers.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import { landingPage } from './landing-page.ts'
import { sendPageFile } from './page-files.ts'
import { privacyPage } from './privacy-page.ts'
import { specimens } from './specimens.ts'

export const landing = router()

// The cookie is only decrypted. So the page needs no database, and it may also offer the app to
// somebody whose session has just ended.
landing.get('/', async (c) => {
  c.header('vary', 'Accept')
  if (!prefersPage(c)) return c.notFound()
  const { env } = c.var.services
  const page = await landingPage({
    isSignedIn: (await sessionIdIn(env.SEAL_KEYS, getCookie(c, 'session', 'host'))) !== null,
    quotaFree: env.QUOTA_FREE,
    monitorsFree: env.MONITORS_FREE,
    packs: env.CREDIT_PACKS,
    specimens: specimens(),
  })
  return c.body(page, 200, {
    ...SCRIPT_PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
})

landing.openapi(contract.privacy, async (c) =>
  c.body(await privacyPage(c.var.services.env), 200, {
    ...STATIC_PAGE_HEADERS,
    'cache-control': 'public, max-age=300',
  }),
)

landing.get('/pages/:name', (c) => sendPageFile(c, c.req.param('name')))
