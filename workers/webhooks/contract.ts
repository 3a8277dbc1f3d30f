import { z } from '@hono/zod-openapi'
import { CallbackUrl, idOf, Time, WebAddress } from '../../shared/platform/http/fields.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { EVENT_TYPES } from '../../shared/webhooks/event-types.ts'
import { SHOWN_STATES } from '../../shared/webhooks/tables.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Webhooks']

const WebhookSecretResponse = z
  .object({ webhook_secret: z.string(), message: z.string() })
  .openapi('WebhookSecretResponse')

export const getSecret = endpoint({
  method: 'get',
  path: '/webhooks/secret',
  operationId: 'getWebhookSecret',
  credential: 'key',
  tags,
  summary: 'Show the signing secret, masked',
  description:
    'Only the first 8 characters are shown. 404 means that no secret exists yet; the first ' +
    '`callback_url` creates one.',
  responses: {
    200: enveloped(WebhookSecretResponse, 'The first 8 characters of the secret and a mask.'),
  },
  refuses: ['NOT_FOUND'],
})

export const rotateSecret = endpoint({
  method: 'post',
  path: '/webhooks/secret',
  operationId: 'rotateWebhookSecret',
  credential: 'key',
  tags,
  summary: 'Create or rotate the signing secret',
  description:
    'Only this response contains the full secret. The previous secret stops signing at once, ' +
    'also for pending deliveries, unless `overlap_hours` is set: until then each delivery has ' +
    'the signatures of both secrets, separated by a blank. An older secret signs nothing.',
  request: {
    body: jsonBody(
      z
        .strictObject({ overlap_hours: z.int().min(0).max(48).default(0) })
        .openapi('RotateSecretRequest'),
    ),
  },
  responses: { 200: enveloped(WebhookSecretResponse, 'The full new secret.') },
})

const DELIVERY = {
  job_id: z.string().openapi({ description: 'The job, correlation or bulk job of the callback.' }),
  delivery_id: z.string(),
  delivery_ids: z.array(z.string()).openapi({
    description:
      'All deliveries of the job, newest first. The other fields describe the newest delivery.',
  }),
  url: WebAddress,
  status: z.enum(SHOWN_STATES),
  attempts: z.number().int(),
  max_attempts: z.number().int(),
  next_attempt_at: Time.nullable(),
  last_attempt_at: Time.nullable(),
  last_response_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  delivered_at: Time.nullable(),
  attempts_log: z.array(
    z.object({
      attempt: z.number().int(),
      attempted_at: Time,
      response_code: z.number().int().nullable(),
      duration_ms: z.number().int(),
      error: z.string().nullable(),
      response_excerpt: z
        .string()
        .nullable()
        .openapi({ description: 'The first 1 kB of the response, as plain text.' }),
    }),
  ),
}

const WebhookStatusResponse = z.object(DELIVERY).openapi('WebhookStatusResponse')

export const deliveryStatus = endpoint({
  method: 'get',
  path: '/webhooks/{job_id}/status',
  operationId: 'getDeliveryStatus',
  credential: 'key',
  tags,
  summary: 'Show the delivery status of the callback of a job',
  description:
    'Accepts the id of a job, a correlation or a bulk job. At most 5 attempts of an account ' +
    'run at the same time, 2 of them to one receiving origin. An origin gets at most 10 ' +
    'attempts of all accounts.',
  request: { params: z.object({ job_id: z.string() }) },
  responses: { 200: enveloped(WebhookStatusResponse, 'The newest delivery and its attempts.') },
  refuses: ['NOT_FOUND'],
})

const WebhookDelivery = z
  .object({
    ...DELIVERY,
    type: z
      .enum(EVENT_TYPES)
      .nullable()
      .openapi({ description: 'Null until the job has ended, because only then it is known.' }),
  })
  .openapi('WebhookDelivery')

export const listDeliveries = endpoint({
  method: 'get',
  path: '/webhooks/deliveries',
  operationId: 'listDeliveries',
  credential: 'key',
  tags,
  summary: 'List the webhook deliveries of the account, newest first',
  description: 'Each delivery shows its 12 newest attempts.',
  request: {
    query: z.object({
      limit: queryNumber(1, 100, 20),
      offset: queryOffset(),
      status: z.enum(SHOWN_STATES).optional(),
      type: z.enum(EVENT_TYPES).optional(),
    }),
  },
  responses: {
    200: enveloped(
      z.object({ deliveries: z.array(WebhookDelivery) }).openapi('WebhookDeliveryListResponse'),
      'A page of deliveries.',
      'paged',
    ),
  },
})

export const testWebhook = endpoint({
  method: 'post',
  path: '/webhooks/test',
  operationId: 'testWebhook',
  credential: 'key',
  tags,
  summary: 'Send a sample event to an address',
  description:
    'Sends one signed event of the chosen type, with sample data, and waits for the answer of the ' +
    'receiver, at most 15 seconds. It is signed and checked as a real delivery. It is not ' +
    'repeated, and no list shows it. The first call creates the signing secret of the account. ' +
    'At most 10 a minute.',
  request: {
    body: jsonBody(
      z
        .strictObject({ callback_url: CallbackUrl, type: z.enum(EVENT_TYPES) })
        .openapi('TestWebhookRequest'),
    ),
  },
  responses: {
    200: enveloped(
      z
        .object({
          status_code: z.number().int().nullable().openapi({
            description: 'The HTTP status of the receiver, or null if it did not answer.',
          }),
          duration_ms: z.number().int(),
          error: z.string().nullable().openapi({
            description: 'Null if the receiver answered with a 2xx status.',
          }),
        })
        .openapi('TestWebhookResponse'),
      'The answer of the receiver, also if it refused the event.',
    ),
  },
})

const DeadLetter = z
  .object({
    delivery_id: z.string(),
    job_id: z.string(),
    url: WebAddress,
    attempts: z.number().int(),
    last_response_code: z.number().int().nullable(),
    last_error: z.string().nullable(),
    dead_lettered_at: Time,
  })
  .openapi('DeadLetter')

export const listDeadLetters = endpoint({
  method: 'get',
  path: '/webhooks/dead-letter',
  operationId: 'listDeadLetters',
  credential: 'key',
  tags,
  summary: 'List dead letters (deliveries that finally failed), newest first',
  description:
    'A delivery becomes a dead letter after its last attempt, or at once if the receiver ' +
    'answers 410.',
  request: { query: z.object({ limit: queryNumber(1, 100, 50), offset: queryOffset() }) },
  responses: { 200: enveloped(z.array(DeadLetter), 'A page of dead letters.', 'paged') },
})

export const retryDeadLetter = endpoint({
  method: 'post',
  path: '/webhooks/dead-letter/{delivery_id}/retry',
  operationId: 'retryDelivery',
  idempotent: true,
  credential: 'key',
  tags,
  summary: 'Deliver a dead letter again',
  description:
    'The delivery becomes pending again, with the full number of attempts, the same id and ' +
    'the same body.',
  request: {
    params: z.object({
      delivery_id: idOf('dlv', 'a delivery'),
    }),
  },
  responses: {
    200: enveloped(
      z
        .object({ delivery_id: z.string(), status: z.literal('pending') })
        .openapi('RedeliveryResponse'),
      'The delivery is pending again.',
    ),
  },
  refuses: ['NOT_FOUND', 'NOT_DEAD_LETTERED'],
})
