import type { ExecutionContext, Message, MessageBatch } from '@cloudflare/workers-types'
import type { z } from 'zod'
import { HOUR_SECONDS } from '../../shared/platform/clock.ts'
import { invalidVariables } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'

export type Outcome =
  | { then: 'done' }
  | { then: 'retry'; afterSeconds: number; because: string }
  | { then: 'give up'; because: string }

/** Returns one promise for each message, in order. After an error, it resolves to a retry. */
export type Consumer = (
  messages: readonly unknown[],
  newServices: () => Services,
) => Promise<Outcome>[]

const ERROR_RETRY_SECONDS = 15
// If the configuration is invalid, a message waits this long, because it has few attempts. After
// the repair, the sweep sends new messages at once.
const CONFIGURATION_RETRY_SECONDS = HOUR_SECONDS

// An older or newer version of the code may have sent the message and may be able to handle it, so
// it is tried again.
const MISMATCH: Outcome = {
  then: 'retry',
  afterSeconds: ERROR_RETRY_SECONDS,
  because: 'the message does not match its schema',
}

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

async function outcomeOf(handle: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await handle()
  } catch (error) {
    return { then: 'retry', afterSeconds: ERROR_RETRY_SECONDS, because: describeError(error) }
  }
}

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
