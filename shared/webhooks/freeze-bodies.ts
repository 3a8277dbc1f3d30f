import { isUnreachable } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { type EventSubject, eventBody, kindOf, type SubjectRenderers } from './event-body.ts'
import * as queries from './queries.ts'

type FreezeServices = Pick<Services, 'requestId' | 'db'>
type Unsent = EventSubject & Pick<queries.ClaimedDelivery, 'id' | 'body'>

/**
 * Returns the bodies of webhook deliveries by their ids. A body is stored before the first attempt,
 * so that all attempts send the same one. It is null if its subject no longer exists. A body that
 * cannot be rendered is logged and left out, and does not hold up the others.
 */
export async function freezeBodies(
  services: FreezeServices,
  renderers: SubjectRenderers,
  deliveries: readonly Unsent[],
): Promise<Map<string, string | null>> {
  const bodies = await renderBodies(
    services,
    renderers,
    deliveries.filter(({ body }) => body === null),
  )
  const rendered = bodies.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]))
  const stored = rendered.length === 0 ? [] : await queries.freezeBodies(services.db, rendered)
  return new Map(
    [...deliveries.filter(({ body }) => body !== null), ...bodies, ...stored].map(
      ({ id, body }) => [id, body],
    ),
  )
}

async function renderBodies(
  services: FreezeServices,
  renderers: SubjectRenderers,
  deliveries: readonly Unsent[],
): Promise<{ id: string; body: string | null }[]> {
  try {
    return await renderTogether(services, renderers, deliveries)
  } catch (error) {
    // One unreadable row fails the query of all, so each body is rendered alone.
    if (deliveries.length > 1 && !isUnreachable(error)) {
      const alone = deliveries.map((delivery) => renderBodies(services, renderers, [delivery]))
      return (await Promise.all(alone)).flat()
    }
    for (const { id } of deliveries) {
      log({
        event: 'delivery.not_rendered',
        request_id: services.requestId,
        delivery_id: id,
        error: describeError(error),
      })
    }
    return []
  }
}

async function renderTogether(
  { db }: FreezeServices,
  renderers: SubjectRenderers,
  deliveries: readonly Unsent[],
): Promise<{ id: string; body: string | null }[]> {
  const kinds = [...new Set(deliveries.map((delivery) => kindOf(delivery, renderers)))]
  const bodies = kinds.map(async (kind) => {
    const group = deliveries.filter((delivery) => kindOf(delivery, renderers) === kind)
    const subjects = await renderers[kind](db, group)
    return group.map((delivery, index) => {
      const subject = subjects[index] ?? null
      return { id: delivery.id, body: subject === null ? null : eventBody(delivery, subject) }
    })
  })
  return (await Promise.all(bodies)).flat()
}
