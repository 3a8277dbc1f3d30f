import type { z } from 'zod'
import { csvLines } from '../../shared/bulk/bulk-lines.ts'
import { createFeed, readFeed } from '../../shared/monitors/feed.ts'
import {
  changeMonitor,
  checkMonitor,
  deleteMonitor,
  listMonitors,
  readMonitor,
  readSummary,
} from '../../shared/monitors/manage-monitor.ts'
import { deleteFeed } from '../../shared/monitors/queries.ts'
import { acknowledgeChange, listChanges } from '../../shared/monitors/read-changes.ts'
import { saveMonitors } from '../../shared/monitors/save-monitors.ts'
import { utf8 } from '../../shared/platform/crypto/encodings.ts'
import { sha256Hex } from '../../shared/platform/crypto/hashes.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { requireNoQuery, validationError } from '../../shared/platform/http/validation.ts'
import { polledAt } from '../polling.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import { renderFeed } from './render-feed.ts'

const HASH_CHARACTERS = 32
const shortHash = async (text: string): Promise<string> =>
  (await sha256Hex(utf8(text))).slice(0, HASH_CHARACTERS)

export const monitors = router()

monitors.openapi(contract.addMonitors, async (c) => {
  const { services, caller } = c.var
  const request = contract.isCsv(c.req.raw)
    ? csvRequest(c.req.valid('query'), new Uint8Array(await c.req.arrayBuffer()))
    : jsonRequest(contract.AddMonitorsRequest.parse(c.req.valid('json')), c.req.query())
  const { domains, takesUrls, ...settings } = request
  const given = { domains, takesUrls }
  return c.json(ok(await saveMonitors(services, caller, given, settings)), 200)
})

function jsonRequest(
  { domains, ...settings }: z.output<typeof contract.AddMonitorsRequest>,
  query: Record<string, string>,
) {
  requireNoQuery(query)
  return { domains: domains.map((text) => ({ text })), takesUrls: false, ...settings }
}

function csvRequest(settings: z.output<typeof contract.CsvSettings>, bytes: Uint8Array) {
  const lines = csvLines(bytes, contract.CSV_LINES_MAX)
  if (lines.length === 0)
    throw validationError([{ path: ['(body)'], message: 'must hold at least one domain' }])
  if (lines.length > contract.CSV_LINES_MAX)
    throw validationError([
      { path: ['(body)'], message: `must have at most ${contract.CSV_LINES_MAX} lines` },
    ])
  return { domains: lines, takesUrls: true, ...settings }
}

monitors.openapi(contract.listMonitors, async (c) => {
  const { monitors: shown, meta } = await listMonitors(
    c.var.services,
    c.var.caller,
    c.req.valid('query'),
  )
  return c.json(ok({ monitors: shown }, meta), 200)
})

// Must be registered before the routes with an id, because "summary" and "feed" would also match
// {monitor_id}.
monitors.openapi(contract.getMonitorSummary, async (c) =>
  c.json(ok(await readSummary(c.var.services, c.var.caller)), 200),
)

monitors.openapi(contract.createFeed, async (c) =>
  c.json(ok({ feed_url: await createFeed(c.var.services, c.var.caller) }), 200),
)

monitors.openapi(contract.deleteFeed, async (c) => {
  await deleteFeed(c.var.services.db, c.var.caller.accountId)
  return c.json(ok({ deleted: true as const }), 200)
})

monitors.openapi(contract.getMonitor, async (c) =>
  c.json(ok(await readMonitor(c.var.services, c.var.caller, c.req.valid('param').monitor_id)), 200),
)

monitors.openapi(contract.patchMonitor, async (c) => {
  const { services, caller } = c.var
  return c.json(
    ok(await changeMonitor(services, caller, c.req.valid('param').monitor_id, c.req.valid('json'))),
    200,
  )
})

monitors.openapi(contract.deleteMonitor, async (c) => {
  const { monitor_id: id } = c.req.valid('param')
  await deleteMonitor(c.var.services, c.var.caller, id)
  return c.json(ok({ monitor_id: id, deleted: true as const }), 200)
})

monitors.openapi(contract.checkMonitor, async (c) => {
  const jobId = await checkMonitor(c.var.services, c.var.caller, c.req.valid('param').monitor_id)
  return c.json(ok({ job_id: jobId }), 202, polledAt('jobs', jobId))
})

monitors.openapi(contract.monitorChanges, async (c) => {
  const wanted = { ...c.req.valid('query'), monitorId: c.req.valid('param').monitor_id }
  return c.json(ok(await listChanges(c.var.services, c.var.caller, wanted)), 200)
})

monitors.openapi(contract.listChanges, async (c) =>
  c.json(ok(await listChanges(c.var.services, c.var.caller, c.req.valid('query'))), 200),
)

monitors.openapi(contract.acknowledgeChange, async (c) => {
  const { services, caller } = c.var
  return c.json(
    ok(
      await acknowledgeChange(
        services,
        caller,
        c.req.valid('param').change_id,
        c.req.valid('json'),
      ),
    ),
    200,
  )
})

monitors.openapi(contract.readFeed, async (c) => {
  const { services } = c.var
  const { file } = c.req.valid('param')
  const changes = await readFeed(services, file)
  const { PUBLIC_URL: publicUrl } = services.env
  const body = await renderFeed({ feedId: await shortHash(file), file, publicUrl }, changes)
  const etag = `"${await shortHash(body)}"`
  const headers = { etag, 'cache-control': 'private, max-age=300' }
  const known =
    c.req
      .header('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  if (known.includes(etag) || known.includes('*')) return c.body(null, 304, headers)
  return c.body(body, 200, { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' })
})
