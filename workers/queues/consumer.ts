import type { ExecutionContext, Message, MessageBatch } from '@cloudflare/workers-types'
import type { z } from 'zod'
import { describeError, log } from '../../shared/platform/log.ts'

/** What became of a message. Only the dispatcher acknowledges. */
export type Outcome =
  | { then: 'done' }
  | { then: 'retry'; afterSeconds: number; because: string }
  | { then: 'give up'; because: string }

/** How a consumer lets work outlive its message. */
export type Context = Pick<ExecutionContext, 'waitUntil'>

export interface Consumer<Schema extends z.ZodType = z.ZodType> {
  message: Schema
  handle(message: z.output<Schema>, environment: object, context: Context): Promise<Outcome>
}

/** A consumer with its message typed. */
export function consumer<Schema extends z.ZodType>(message: Schema, handle: Consumer<Schema>['handle']): Consumer {
  return { message, handle: handle as Consumer['handle'] }
}

const BROKEN_RETRY_SECONDS = 15

async function outcomeOf(message: Message, known: Consumer, environment: object, context: Context): Promise<Outcome> {
  const parsed = known.message.safeParse(message.body)
  // Perhaps of another deployment, which may take it; else it ends in the dead-letter queue, whose consumer asks for less.
  if (!parsed.success)
    return { then: 'retry', afterSeconds: BROKEN_RETRY_SECONDS, because: 'the message is not of its schema' }
  try {
    return await known.handle(parsed.data, environment, context)
  } catch (error) {
    return { then: 'retry', afterSeconds: BROKEN_RETRY_SECONDS, because: describeError(error) }
  }
}

/**
 * Handles every message of a batch by itself, all at the same time, and acknowledges each by its own outcome. A message given up, or of
 * an unknown queue, is acknowledged and logged: asking again would not mend it.
 */
export async function drain(
  batch: MessageBatch,
  known: Consumer | undefined,
  environment: object,
  context: Context,
): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      const outcome: Outcome =
        known === undefined
          ? { then: 'give up', because: 'no consumer for this queue' }
          : await outcomeOf(message, known, environment, context)
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
