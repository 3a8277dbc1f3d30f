import { analyze } from '../../shared/jobs/analyze.ts'
import { analyzeBatch, batchStatus } from '../../shared/jobs/analyze-batch.ts'
import { isTerminal } from '../../shared/jobs/job.ts'
import { readPicture } from '../../shared/jobs/pictures.ts'
import { presentListedJob, reliabilityOf } from '../../shared/jobs/present-job.ts'
import { listJobs, readJob, readJobStix, readSignals } from '../../shared/jobs/read-job.ts'
import { readVerdict } from '../../shared/jobs/read-verdict.ts'
import { STIX_MEDIA_TYPE } from '../../shared/jobs/stix/stix-object.ts'
import { streamJob } from '../../shared/jobs/stream-job.ts'
import { requireOwnKey } from '../../shared/models/llm-keys.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { contentDisposition } from '../../shared/platform/http/file-name.ts'
import { projection } from '../../shared/templates/templates.ts'
import { polledAt, retryAfter } from '../polling.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const jobs = router()

jobs.openapi(contract.analyze, async (c) => {
  const { services, caller } = c.var
  const { wait, template } = c.req.valid('query')
  const ownKey = requireOwnKey(c.req.valid('header'))
  const fields = await projection(services.db, caller, template)
  const analyzed = await analyze(services, caller, c.req.valid('json'), { wait, ownKey })
  if (ownKey !== null) c.header('x-llm-api-key-used', String(analyzed.usesOwnKey))
  if (analyzed.finished) return c.json(ok(fields(analyzed.job)), 200)
  const { job_id, status, deduplicated, charge } = analyzed
  return c.json(ok({ job_id, status, deduplicated, charge }), 202, polledAt('jobs', job_id))
})

jobs.openapi(contract.batch, async (c) => {
  const request = c.req.valid('json')
  const answer = await analyzeBatch(c.var.services, c.var.caller, request)
  const status = batchStatus(answer, request.depth)
  return c.json(answer, status, status === 202 ? retryAfter() : {})
})

jobs.openapi(contract.listJobs, async (c) => {
  const { jobs: page, meta } = await listJobs(c.var.services, c.var.caller, c.req.valid('query'))
  return c.json(ok({ jobs: page.map(presentListedJob) }, meta), 200)
})

jobs.openapi(contract.getJob, async (c) => {
  const { services, caller } = c.var
  const { wait, template } = c.req.valid('query')
  const fields = await projection(services.db, caller, template)
  const job = await readJob(services, caller, c.req.valid('param').job_id, { wait })
  return c.json(ok(fields(job)), 200, isTerminal(job.status) ? {} : retryAfter())
})

jobs.openapi(contract.jobSignals, async (c) => {
  const { job, result, entities } = await readSignals(
    c.var.services,
    c.var.caller,
    c.req.valid('param').job_id,
  )
  return c.json(ok({ job_id: job.id, domain: job.domain, ...reliabilityOf(result), entities }), 200)
})

jobs.openapi(contract.jobVerdict, async (c) => {
  const { services, caller } = c.var
  return c.json(ok(await readVerdict(services.db, caller, c.req.valid('param').job_id)), 200)
})

jobs.openapi(contract.jobPicture, async (c) => {
  const { services, caller } = c.var
  const { bytes, mediaType } = await readPicture(services, caller, c.req.valid('param').job_id)
  return c.body(bytes, 200, { 'content-type': mediaType })
})

jobs.openapi(contract.jobStix, async (c) => {
  const { job_id: jobId } = c.req.valid('param')
  const { bundle, domain, at } = await readJobStix(c.var.services, c.var.caller, jobId)
  const name = { subject: domain, at, kind: 'analysis', extension: 'stix.json' }
  return c.body(bundle, 200, {
    'content-type': STIX_MEDIA_TYPE,
    'content-disposition': contentDisposition('attachment', name),
  })
})

jobs.openapi(contract.jobEvents, async (c) => {
  const lastEventId = c.req.valid('header')['last-event-id'] ?? null
  const events = await streamJob(
    c.var.services,
    c.var.caller,
    c.req.valid('param').job_id,
    lastEventId,
  )
  if (events === null) return c.body(null, 204)
  return c.body(events, 200, { 'content-type': 'text/event-stream; charset=utf-8' })
})
