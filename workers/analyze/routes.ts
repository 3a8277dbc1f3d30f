import type { Context } from 'hono'
import type { z } from 'zod'
import { rechargeSender } from '../../shared/billing/outbox-handlers.ts'
import { identifierFor } from '../../shared/idempotency/once.ts'
import { analyze } from '../../shared/jobs/analyze.ts'
import { analyzeBatch, batchStatus } from '../../shared/jobs/analyze-batch.ts'
import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { requireOwnKey } from '../../shared/models/llm-keys.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { addressPrefixOf } from '../../shared/platform/http/request-id.ts'
import { siblingIdentifier } from '../../shared/platform/identifiers.ts'
import { analysisMessage } from '../../shared/platform/queue-messages.ts'
import { projection } from '../../shared/templates/templates.ts'
import { sendDueDeliveries } from '../../shared/webhooks/send-deliveries.ts'
import { type FamilyEnv, family } from '../family.ts'
import * as contract from './contract.ts'

type AnalyzeContext = Context<FamilyEnv<z.output<typeof contract.needs>>>

/** What both verbs need of this request. */
function dependencies(c: AnalyzeContext) {
  const { JOBS, ANALYSIS_QUEUE, WEBHOOKS_QUEUE, ...settings } = c.env
  return {
    db: c.var.db,
    settings,
    requestId: c.var.requestId,
    addressPrefix: addressPrefixOf(c.req.raw),
    background: (work: Promise<unknown>) => c.executionCtx.waitUntil(work.catch(() => undefined)),
    rechargeOpened: rechargeSender(c.env, c.var.db, (work) => c.executionCtx.waitUntil(work)),
    runner: (jobId: string) => {
      c.var.counts.objectCalls += 1
      return jobRunner(JOBS, jobId)
    },
    send: async (jobId: string) => {
      c.var.counts.queueSends += 1
      await ANALYSIS_QUEUE.send(analysisMessage(jobId))
    },
    announce: async (deliveryIds: readonly string[]) => {
      if (deliveryIds.length > 0) c.var.counts.queueSends += 1
      await sendDueDeliveries(WEBHOOKS_QUEUE, deliveryIds, c.var.requestId)
    },
  }
}

export default family(contract.needs, (app) => {
  app.openapi(contract.analyze, async (c) => {
    const common = dependencies(c)
    const own = requireOwnKey(c.req.valid('header'))
    const deps = {
      ...common,
      // The key reaches the job's object before the message does, so that the run finds it.
      send: async (jobId: string) => {
        if (own !== null) await common.runner(jobId).holdKey(own)
        await common.send(jobId)
      },
      newJobId: () => identifierFor(c, 'job'),
      waitBudgetMs: c.env.WAIT_BUDGET_MS,
    }
    const { wait, template } = c.req.valid('query')
    const fields = await projection(c.var.db, c.var.caller, template)
    const analyzed = await analyze(deps, c.var.caller, c.req.valid('json'), wait)
    if (analyzed.finished) return c.json(ok(fields(analyzed.job)), 200)
    const { job_id, status, deduplicated } = analyzed
    return c.json(ok({ job_id, status, deduplicated }), 202)
  })

  app.openapi(contract.batch, async (c) => {
    const firstJobId = identifierFor(c, 'job')
    const deps = {
      ...dependencies(c),
      quickDomainsMax: c.env.QUICK_BATCH_MAX_DOMAINS,
      jobId: (n: number) => siblingIdentifier(firstJobId, n),
      sendAll: async (jobIds: readonly string[]) => {
        c.var.counts.queueSends += 1
        await c.env.ANALYSIS_QUEUE.sendBatch(jobIds.map((id) => ({ body: analysisMessage(id) })))
      },
    }
    const request = c.req.valid('json')
    const answer = await analyzeBatch(deps, c.var.caller, request)
    return c.json(answer, batchStatus(answer, request.depth))
  })
})
