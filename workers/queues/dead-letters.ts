import { z } from 'zod'
import { failJob } from '../../shared/jobs/fail-job.ts'
import { log } from '../../shared/platform/log.ts'
import {
  BulkMessage,
  CheckMessage,
  DomainIndexMessage,
  EmailMessage,
  ExportMessage,
  WebhookMessage,
} from '../../shared/platform/queue-messages.ts'
import { consumer, type Outcome } from './consumer.ts'

/** Accepts a message of any version, because only its id is needed. */
const DeadAnalysis = z.looseObject({ kind: z.literal('analysis'), id: z.string() })

export const deadAnalysis = consumer(DeadAnalysis, async ({ id }, services) => {
  const { hints } = await failJob(services, id, 'job.dead_lettered')
  await services.sendHints(hints)
  return { then: 'done' }
})

/**
 * A message comes here if Postgres was not reachable. The delivery is still due, so the sweep sends
 * a new message.
 */
export const deadWebhooks = consumer(WebhookMessage, async ({ id }) => {
  log({ event: 'delivery.message_lost', delivery_id: id })
  return { then: 'done' }
})

const StoredWorkMessage = z.union([BulkMessage, CheckMessage, ExportMessage, EmailMessage])

async function logLost({ kind, id }: { kind: string; id: string }): Promise<Outcome> {
  log({ event: 'message.lost', kind, id })
  return { then: 'done' }
}

/** The work is still stored, so the sweep sends a new message. */
export const deadHint = consumer(StoredWorkMessage, logLost)

/**
 * The index stays as it is. The weekly run loads each list again, and a merge is also started each
 * night.
 */
export const deadIndexTask = consumer(DomainIndexMessage, logLost)
