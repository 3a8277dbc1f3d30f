import type { ExecutionContext, Message, MessageBatch } from '@cloudflare/workers-types'
import type { z } from 'zod'
import { HOUR_SECONDS } from '../../shared/platform/clock.ts'
import { invalidVariables } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'

/**
 * Result of handling one queue message. Depending on this result, the function `drain` acknowledges
 * or retries the message.
 */
export type Outcome =
  | { then: 'done' }
  | { then: 'retry'; afterSeconds: number; because: string }
  | { then: 'give up'; because: string }

/**
 * Function that parses and handles the messages of a queue batch. Returns one promise for each
 * message, in the same order. The promises never reject: after an error, the message is delivered
 * again.
 */
export type Consumer = (
  messages: readonly unknown[],
  newServices: () => Services,
) => Promise<Outcome>[]

const ERROR_RETRY_SECONDS = 15
/**
 * Delay while a variable is invalid, because a message has few attempts. After the repair, the
 * sweep sends messages again at once.
 */
const CONFIGURATION_RETRY_SECONDS = HOUR_SECONDS

/**
 * A queue message that does not match the schema may come from another deployment of the Worker.
 * That deployment can handle the message after a retry. If all retries fail, Cloudflare moves the
 * message to the dead-letter queue.
 */
const MISMATCH: Outcome = {
  then: 'retry',
  afterSeconds: ERROR_RETRY_SECONDS,
  because: 'the message does not match its schema',
}

/** Returns a consumer that handles each message on its own, all at the same time. */
export function consumer<Schema extends z.ZodType>(
  schema: Schema,
  handle: (message: z.output<Schema>, services: Services) => Promise<Outcome>,
): Consumer {
  return (messages, newServices) =>
    messages.map(async (message) => {
      const parsed = schema.safeParse(message)
      return parsed.success ? outcomeOf(() => handle(parsed.data, newServices())) : MISMATCH
    })
}

/**
 * Returns a consumer that handles all messages of a batch together, with one outcome for all of
 * them.
 */
export function batchConsumer<Schema extends z.ZodType>(
  schema: Schema,
  handle: (messages: readonly z.output<Schema>[], services: Services) => Promise<Outcome>,
): Consumer {
  return (messages, newServices) => {
    const parsed = messages.map((message) => schema.safeParse(message))
    const valid = parsed.flatMap(({ success, data }) => (success ? [data] : []))
    const outcome =
      valid.length === 0 ? Promise.resolve(MISMATCH) : outcomeOf(() => handle(valid, newServices()))
    return parsed.map(async ({ success }) => (success ? outcome : MISMATCH))
  }
}

async function outcomeOf(handle: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await handle()
  } catch (error) {
    return { then: 'retry', afterSeconds: ERROR_RETRY_SECONDS, because: describeError(error) }
  }
}

/**
 * Handles all messages of a queue batch, and acknowledges or retries each message. A message for
 * which a retry is useless is logged and acknowledged.
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
  const newServices = () => createServices(environment, newIdentifier('req'), background)
  const outcomes =
    consume?.(
      batch.messages.map(({ body }) => body),
      newServices,
    ) ?? []
  await Promise.all(
    batch.messages.map(async (message, index) =>
      finish(batch.queue, message, (await outcomes[index]) ?? NO_CONSUMER),
    ),
  )
}

const NO_CONSUMER: Outcome = { then: 'give up', because: 'no consumer for this queue' }

function finish(queue: string, message: Message, outcome: Outcome): void {
  if (outcome.then === 'retry') message.retry({ delaySeconds: outcome.afterSeconds })
  else message.ack()
  if (outcome.then === 'done') return
  log({
    event: 'message.not_done',
    queue,
    message_id: message.id,
    attempts: message.attempts,
    then: outcome.then,
    because: outcome.because,
  })
}
