import type { ExecutionContext, Message, MessageBatch } from '@cloudflare/workers-types'
import type { z } from 'zod'
import { HOUR_SECONDS } from '../../shared/platform/clock.ts'
import { invalidVariables } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'

/** Result of handling one queue message. Depending on this result, the function `drain` acknowledges or retries the message. */
export type Outcome =
  | { then: 'done' }
  | { then: 'retry'; afterSeconds: number; because: string }
  | { then: 'give up'; because: string }

/** Function that parses and handles one queue message. If the function throws an error, the message is delivered again. */
export type Consumer = (message: unknown, services: Services) => Promise<Outcome>

const ERROR_RETRY_SECONDS = 15
/** Delay while a variable is invalid, because a message has few attempts. After the repair, the sweep sends messages again at once. */
const CONFIGURATION_RETRY_SECONDS = HOUR_SECONDS

export function consumer<Schema extends z.ZodType>(
  schema: Schema,
  handle: (message: z.output<Schema>, services: Services) => Promise<Outcome>,
): Consumer {
  return async (message, services) => {
    const parsed = schema.safeParse(message)
    if (parsed.success) return handle(parsed.data, services)
    // A queue message that does not match the schema may come from another deployment of the Worker. That deployment can handle the message
    // after a retry. If all retries fail, Cloudflare moves the message to the dead-letter queue.
    return { then: 'retry', afterSeconds: ERROR_RETRY_SECONDS, because: 'the message does not match its schema' }
  }
}

async function outcomeOf(message: Message, consume: Consumer, services: Services): Promise<Outcome> {
  try {
    return await consume(message.body, services)
  } catch (error) {
    return { then: 'retry', afterSeconds: ERROR_RETRY_SECONDS, because: describeError(error) }
  }
}

/**
 * Handles all messages of a queue batch at the same time, and acknowledges or retries each message. A message for which a retry is useless
 * is logged and acknowledged.
 */
export async function drain(
  batch: MessageBatch,
  consume: Consumer | undefined,
  environment: object,
  context: ExecutionContext,
): Promise<void> {
  if (invalidVariables(environment).length > 0) {
    batch.retryAll({ delaySeconds: CONFIGURATION_RETRY_SECONDS })
    return
  }
  const background = (work: Promise<unknown>) => context.waitUntil(work)
  await Promise.all(
    batch.messages.map(async (message) => {
      const outcome: Outcome =
        consume === undefined
          ? { then: 'give up', because: 'no consumer for this queue' }
          : await outcomeOf(message, consume, createServices(environment, newIdentifier('req'), background))
      if (outcome.then === 'retry') message.retry({ delaySeconds: outcome.afterSeconds })
      else message.ack()
      if (outcome.then !== 'done') {
        log({
          event: 'message.not_done',
          queue: batch.queue,
          message_id: message.id,
          attempts: message.attempts,
          then: outcome.then,
          because: outcome.because,
        })
      }
    }),
  )
}
