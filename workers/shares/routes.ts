import { ok } from '../../shared/platform/http/envelope.ts'
import { prefersPage } from '../../shared/platform/http/negotiation.ts'
import { createShare } from '../../shared/shares/create-share.ts'
import { deleteShare, listShares } from '../../shared/shares/manage-shares.ts'
import { readShare, readSharedPicture } from '../../shared/shares/read-share.ts'
import { STATIC_PAGE_HEADERS } from '../pages/page-headers.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import { sharePage } from './share-page.ts'

// A share can end at any moment, so no copy of it may be kept.
const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

const DELETED = { deleted: true as const }

export const shares = router()

shares.openapi(contract.shareJob, async (c) => {
  const { expires_in_days: days } = c.req.valid('json')
  return c.json(
    ok(await createShare(c.var.services, c.var.caller, c.req.valid('param'), days)),
    200,
  )
})

shares.openapi(contract.unshareJob, async (c) => {
  await deleteShare(c.var.services, c.var.caller, c.req.valid('param'))
  return c.json(ok(DELETED), 200)
})

shares.openapi(contract.shareCorrelation, async (c) => {
  const { expires_in_days: days } = c.req.valid('json')
  return c.json(
    ok(await createShare(c.var.services, c.var.caller, c.req.valid('param'), days)),
    200,
  )
})

shares.openapi(contract.unshareCorrelation, async (c) => {
  await deleteShare(c.var.services, c.var.caller, c.req.valid('param'))
  return c.json(ok(DELETED), 200)
})

shares.openapi(contract.listShares, async (c) => {
  const { shares: shown, meta } = await listShares(
    c.var.services,
    c.var.caller,
    c.req.valid('query'),
  )
  return c.json(ok({ shares: shown }, meta), 200)
})

shares.openapi(contract.readShare, async (c) => {
  const answer = await readShare(c.var.services, c.req.valid('param').token)
  if (!prefersPage(c)) return c.json(ok(answer), 200, PRIVATE)
  const headers = { ...STATIC_PAGE_HEADERS, ...PRIVATE, vary: 'Accept' }
  return c.body(await sharePage(answer, `${c.req.path}/picture`), 200, headers)
})

shares.openapi(contract.readSharedPicture, async (c) => {
  const { bytes, mediaType } = await readSharedPicture(c.var.services, c.req.valid('param').token)
  return c.body(bytes, 200, { ...PRIVATE, 'content-type': mediaType })
})
