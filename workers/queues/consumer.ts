import type { ExecutionContext, Message, MessageBatch } from '@cloudflare/workers-types'
import type { z } from 'zod'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { createServices } from '../services.ts'

/** The outcome of a message. Only `drain` acknowledges. */
export type Outcome =
  | { then: 'done' }
  | { then: 'retry'; afterSeconds: number; because: string }
  | { then: 'give up'; because: string }

/** Reads a message and handles it. Throws what handling throws, which means "try again". */
export type Consumer = (message: unknown, services: Services) => Promise<Outcome>

const BROKEN_RETRY_SECONDS = 15

/** A consumer of messages of one schema. */
export function consumer<Schema extends z.ZodType>(
  schema: Schema,
  handle: (message: z.output<Schema>, services: Services) => Promise<Outcome>,
): Consumer {
  return async (message, services) => {
    const parsed = schema.safeParse(message)
    if (parsed.success) return handle(parsed.data, services)
    // Perhaps of another deployment, which may take it; else it ends in the dead-letter queue, whose consumer asks for less.
    return { then: 'retry', afterSeconds: BROKEN_RETRY_SECONDS, because: 'the message is not of its schema' }
  }
}

async function outcomeOf(message: Message, known: Consumer, services: Services): Promise<Outcome> {
  try {
    return await known(message.body, services)
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
  context: ExecutionContext,
): Promise<void> {
  const background = (work: Promise<unknown>) => context.waitUntil(work)
  await Promise.all(
    batch.messages.map(async (message) => {
      const outcome: Outcome =
        known === undefined
          ? { then: 'give up', because: 'no consumer for this queue' }
          : await outcomeOf(message, known, createServices(environment, newIdentifier('req'), background))
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
