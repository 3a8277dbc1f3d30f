import type { z } from 'zod'
import { keyDigests } from '../../shared/accounts/credentials.ts'
import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { listJobs } from '../../shared/jobs/list-jobs.ts'
import { noSuchJob, readForKey, readSignalsOf } from '../../shared/jobs/read-job.ts'
import { streamJob } from '../../shared/jobs/stream-job.ts'
import { requireDomain } from '../../shared/jobs/submit-job.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { projection } from '../../shared/templates/templates.ts'
import { acceptCaller, type FamilyContext, family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  const dependencies = (c: FamilyContext<z.output<typeof contract.needs>>) => ({
    db: c.get('db'),
    runner: (jobId: string) => {
      c.get('counts').objectCalls += 1
      return jobRunner(c.env.JOBS, jobId)
    },
  })

  app.openapi(contract.listJobs, async (c) => {
    const { domain, ...query } = c.req.valid('query')
    const named = domain === undefined ? {} : { domain: requireDomain(domain, c.env.SANDBOX_DOMAIN).domain }
    const { jobs, meta } = await listJobs(c.var.db, c.var.caller, { ...query, ...named })
    return c.json(ok({ jobs }, meta))
  })

  app.openapi(contract.getJob, async (c) => {
    const { caller, job } = await readForKey(
      dependencies(c),
      await keyDigests(c.req.raw, c.env.API_KEY_PEPPER),
      c.req.valid('param').job_id,
    )
    await acceptCaller(c, caller)
    if (job === null) throw noSuchJob()
    const fields = await projection(c.get('db'), caller, c.req.valid('query').template)
    return c.json(ok(fields(job)))
  })

  app.openapi(contract.jobSignals, async (c) =>
    c.json(ok(await readSignalsOf(c.var.db, c.var.caller, c.req.valid('param').job_id))),
  )

  app.openapi(contract.jobEvents, async (c) => {
    const lastEventId = c.req.valid('header')['last-event-id'] ?? null
    const events = await streamJob(dependencies(c), c.var.caller, c.req.valid('param').job_id, lastEventId)
    if (events === null) return c.body(null, 204)
    return c.body(events, 200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  })
})
