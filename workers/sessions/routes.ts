import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { ok } from '../../shared/platform/http/envelope.ts'
import { clientNetworkOf } from '../../shared/platform/http/request-id.ts'
import { endSession } from '../../shared/sessions/end-session.ts'
import { openSession } from '../../shared/sessions/open-session.ts'
import {
  readSession,
  SESSION_IDLE_SECONDS,
  type UserSession,
} from '../../shared/sessions/read-session.ts'
import { requestMagicLink } from '../../shared/sessions/request-magic-link.ts'
import { type AppEnv, router } from '../router.ts'
import * as contract from './contract.ts'
import { answerFile, answerPage } from './pages.ts'
import { passOn } from './pass-on.ts'

const presentSession = ({ user, expiresAt }: UserSession) => ({
  user,
  expires_at: expiresAt,
})

const COOKIE = 'session'
// Every method is listed. If the route were registered for all methods at once, the framework would
// turn a 404 into 405.
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const NO_STORE = { 'cache-control': 'private, no-store' }

// Browsers accept a cookie with the prefix `__Host-` only over https and send it only to this host.
// Another host of the same site cannot set it (RFC 6265bis section 4.1.3.2).
const cookieHeader = (value: string, seconds: number) => ({
  'set-cookie': generateCookie(COOKIE, value, {
    prefix: 'host',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: seconds,
  }),
})

// If the session was renewed, the cookie is sent again, so that it expires at the same time as the
// session.
const renewedCookie = (cookie: string | null) =>
  cookie === null ? {} : cookieHeader(cookie, SESSION_IDLE_SECONDS)

const cookieOf = (c: Context<AppEnv>) => getCookie(c, COOKIE, 'host')

export const sessions = router()

sessions.openapi(contract.requestLink, async (c) => {
  await requestMagicLink(c.var.services, c.req.valid('json').email, clientNetworkOf(c.req.raw))
  return c.json(ok({ sent: true as const }), 200, NO_STORE)
})

sessions.openapi(contract.openSession, async (c) => {
  const opened = await openSession(c.var.services, c.req.valid('json'), c.req.raw, cookieOf(c))
  return c.json(ok(presentSession(opened.session)), 200, {
    ...NO_STORE,
    ...cookieHeader(opened.cookie, SESSION_IDLE_SECONDS),
  })
})

sessions.openapi(contract.readSession, async (c) => {
  const read = await readSession(c.var.services, c.req.raw, cookieOf(c))
  return c.json(ok(presentSession(read.session)), 200, {
    ...NO_STORE,
    ...renewedCookie(read.cookie),
  })
})

sessions.openapi(contract.endSession, async (c) => {
  await endSession(c.var.services, cookieOf(c))
  return c.json(ok({ signed_out: true as const }), 200, {
    ...NO_STORE,
    ...cookieHeader('', 0),
    'clear-site-data': '"cache", "storage"',
  })
})

sessions.on(METHODS, '/app/api/*', async (c) => {
  const read = await readSession(c.var.services, c.req.raw, cookieOf(c))
  return passOn(c, read.holder, renewedCookie(read.cookie))
})

sessions.get('/app', (c) => c.redirect('/app/', 302))
sessions.get('/app/assets/:name', (c) => answerFile(c, c.req.param('name')))
sessions.get('/app/assets/*', (c) => answerFile(c, ''))
sessions.get('/app/*', answerPage)
