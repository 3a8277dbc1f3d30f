import {
  askPage,
  donePage,
  readUnsubscribeToken,
  unsubscribe,
} from '../../shared/emails/unsubscribe.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

export const emails = router()

emails.openapi(contract.askUnsubscribe, async (c) => {
  const { token } = c.req.valid('query')
  const { kind } = await readUnsubscribeToken(c.var.services.env.EXPORT_LINK_KEY, token)
  return c.body(askPage(kind, token), 200, HEADERS)
})

emails.openapi(contract.unsubscribe, async (c) => {
  const { db, env } = c.var.services
  const kind = await unsubscribe(db, env.EXPORT_LINK_KEY, c.req.valid('query').token)
  return c.body(donePage(kind), 200, HEADERS)
})
