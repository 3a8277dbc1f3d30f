import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { BulkJob } from '../../shared/bulk/read-bulk.ts'
import { CorrelateStatusResponse } from '../../shared/correlations/read-correlation.ts'
import { Feedback } from '../../shared/feedback/feedback.ts'
import { Job } from '../../shared/jobs/job.ts'
import { Change, Monitor } from '../../shared/monitors/monitor.ts'
import { Time } from '../../shared/platform/http/fields.ts'
import { EVENT_TYPES, type EventType } from '../../shared/webhooks/event-types.ts'

const EVENTS = {
  'analysis.completed': ['An analysis has ended with all of its collectors', Job],
  'analysis.partial': ['An analysis has ended with a result, but lacks a collector', Job],
  'analysis.failed': ['An analysis has ended without a result, and is refunded', Job],
  'correlation.completed': ['A correlation has ended with a result', CorrelateStatusResponse],
  'correlation.failed': ['A correlation has failed, and is refunded', CorrelateStatusResponse],
  'bulk.completed': ['All lines of a list have ended and its files are ready', BulkJob],
  'bulk.failed': ['The files of a list could not be written', BulkJob],
  'monitor.changed': ['A watched fact of a domain has changed', Change],
  'monitor.unmonitorable': ['A domain could not be read for seven days', Monitor],
  'feedback.resolved': ['A reviewer has accepted or declined a report', Feedback],
} as const satisfies Record<EventType, readonly [summary: string, data: z.ZodType]>

// Headers of the specification Standard Webhooks 1.0.
const Headers = z.object({
  'webhook-id': z
    .string()
    .openapi({ description: 'The delivery, the same in every attempt. Ignore a repeated id.' }),
  'webhook-timestamp': z
    .string()
    .openapi({ description: 'Time of the attempt, in Unix seconds. Refuse one of long ago.' }),
  'webhook-signature': z.string().openapi({
    description:
      '`v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` under the ' +
      'secret (the bytes after `whsec_`, base64). While two secrets sign, it holds two ' +
      'signatures, separated by a blank. Accept the request if one of them matches.',
  }),
})

const nameOf = (type: string): string =>
  type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Adds one webhook for each event type, with the same schemas as the matching GET routes. */
export function registerWebhooks(registry: OpenAPIHono['openAPIRegistry']): void {
  for (const type of EVENT_TYPES) {
    const [summary, data] = EVENTS[type]
    const event = z
      .object({ type: z.literal(type), timestamp: Time, data })
      .openapi(`${nameOf(type)}Event`)
    registry.registerWebhook({
      method: 'post',
      path: type,
      operationId: `on${nameOf(type)}`,
      tags: ['Webhooks'],
      security: [],
      summary,
      description: 'Any status 2xx within 15 seconds confirms the delivery.',
      request: {
        headers: Headers,
        body: { required: true, content: { 'application/json': { schema: event } } },
      },
      responses: { '2XX': { description: 'The delivery is confirmed. The body is ignored.' } },
    })
  }
}
