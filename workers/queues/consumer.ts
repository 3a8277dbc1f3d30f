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

export interface Consumer<Schema extends z.ZodType = z.ZodType> {
  message: Schema
  handle(message: z.output<Schema>, services: Services): Promise<Outcome>
}

/** A consumer with its message typed. */
export function consumer<Schema extends z.ZodType>(message: Schema, handle: Consumer<Schema>['handle']): Consumer {
  return { message, handle: handle as Consumer['handle'] }
}

const BROKEN_RETRY_SECONDS = 15

async function outcomeOf(message: Message, known: Consumer, services: Services): Promise<Outcome> {
  const parsed = known.message.safeParse(message.body)
  // Perhaps of another deployment, which may take it; else it ends in the dead-letter queue, whose consumer asks for less.
  if (!parsed.success)
    return { then: 'retry', afterSeconds: BROKEN_RETRY_SECONDS, because: 'the message is not of its schema' }
  try {
    return await known.handle(parsed.data, services)
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
