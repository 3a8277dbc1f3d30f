import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { openWebhookSecret } from '../../shared/webhooks/webhook-secret.ts'
import { createInternet } from '../internet/internet.ts'
import type { Received, Receivers } from '../internet/receivers.ts'
import type { PlatformOptions } from '../platform/platform.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

export interface DeliveryRow {
  id: string
  subject_id: string
  state: 'waiting' | 'pending' | 'leased' | 'deferred' | 'delivered' | 'dead_lettered'
  attempts: number
  last_response_code: number | null
  last_error: string | null
  body: string | null
  lease_until: Date | null
  /** Milliseconds from the end of the last attempt to the planned start of the next. */
  wait_ms: number | null
}

/** The fields of `GET /webhooks/{subject}/status` that tests read. */
export interface DeliveryStatus {
  status: string
  attempts: number
  delivery_ids: string[]
  attempts_log: { duration_ms: number; response_excerpt: string | null }[]
}

export const isEnded = ({ state }: DeliveryRow): boolean =>
  state === 'delivered' || state === 'dead_lettered'

export async function deliveryStatusOf(
  account: ServiceAccount,
  subjectId: string,
): Promise<DeliveryStatus> {
  const { status, body, text } = await account.request('GET', `/webhooks/${subjectId}/status`)
  if (status !== 200)
    throw new Error(`GET /webhooks/${subjectId}/status answered ${status} ${text}`)
  return body.data as unknown as DeliveryStatus
}

export interface Callbacks {
  service: Service
  receivers: Receivers
  stop(): Promise<void>
  /** Submits a sandbox domain, which needs no analysis. Returns the id of the job. */
  submit(account: ServiceAccount, url: string): Promise<string>
  delivery(subjectId: string): Promise<DeliveryRow>
  until(subjectId: string, wanted: (row: DeliveryRow) => boolean): Promise<DeliveryRow>
  /** Waits until at least `attempts` attempts have been made and none is running. */
  untilAttempted(subjectId: string, attempts: number): Promise<DeliveryRow>
  /** Makes all open deliveries due and ends their leases, then runs the sweep. */
  moveClock(): Promise<void>
  /**
   * Makes all deliveries without a lease due, even those that a limit refused, then runs the sweep.
   */
  hurry(): Promise<void>
  sweep(): Promise<void>
  redeliver(deliveryId: string): Promise<void>
  secretOf(account: ServiceAccount): Promise<string>
  /**
   * Verifies the signatures with the library standardwebhooks. Throws if a signature is invalid.
   */
  verified(account: ServiceAccount, received: Received[]): Promise<unknown[]>
}

const POLL_MS = 25
const LIMIT_MS = 25_000

export async function startCallbacks(options: PlatformOptions = {}): Promise<Callbacks> {
  const internet = await createInternet()
  const keys = { k1: randomBytes(32).toString('base64') }
  const service = await startService({
    internet,
    ...options,
    env: { SEAL_KEYS: JSON.stringify(keys), ...options.env },
  })
  const { pool } = service.platform

  const delivery = async (subjectId: string): Promise<DeliveryRow> => {
    const { rows } = await pool.query<DeliveryRow>(
      `select d.*, (extract(epoch from d.next_attempt_at - a.ended_at) * 1000)::double precision as wait_ms
        from webhook_deliveries d left join lateral (
          select attempted_at + make_interval(secs => duration_ms / 1000.0) as ended_at from webhook_attempts
            where delivery_id = d.id order by generation desc, attempt desc limit 1) a on true
        where subject_id = $1 order by id desc limit 1`,
      [subjectId],
    )
    const [row] = rows
    if (row === undefined) throw new Error(`${subjectId} has no delivery`)
    return row
  }
  const until: Callbacks['until'] = async (subjectId, wanted) => {
    const deadline = Date.now() + LIMIT_MS
    for (;;) {
      const row = await delivery(subjectId)
      if (wanted(row)) return row
      if (Date.now() > deadline) throw new Error(`${subjectId}: last seen ${JSON.stringify(row)}`)
      await delay(POLL_MS)
    }
  }
  const sweep = () => service.platform.runtime().runSchedule('* * * * *')
  const hurry = async () => {
    await pool.query(
      `update webhook_deliveries set next_attempt_at = clock_timestamp() - interval '1 minute'
        where state in ('pending', 'deferred')`,
    )
    await sweep()
  }
  const secretOf: Callbacks['secretOf'] = async (account) => {
    const { rows } = await pool.query(
      'select webhook_secret_sealed as sealed from accounts where id = $1',
      [account.userId],
    )
    return openWebhookSecret(keys, account.userId, rows[0].sealed)
  }
  return {
    service,
    receivers: internet.receivers,
    async stop() {
      await service.stop()
      await internet.close()
    },
    async submit(account, url) {
      const { status, body } = await account.request('POST', '/analyze', {
        domain: 'test-corp.sandbox.example',
        callback_url: url,
      })
      if (status !== 202)
        throw new Error(`POST /analyze answered ${status} ${JSON.stringify(body)}`)
      return body.data?.job_id as string
    },
    delivery,
    until,
    untilAttempted: (subjectId, attempts) =>
      until(subjectId, (row) => row.attempts >= attempts && row.lease_until === null),
    async moveClock() {
      await pool.query(
        `update webhook_origins set deferred_until = clock_timestamp() - interval '1 second'`,
      )
      await pool.query(
        `update webhook_deliveries set lease_until = clock_timestamp() - interval '1 second'
          where state = 'leased'`,
      )
      await hurry()
    },
    hurry,
    sweep,
    async redeliver(deliveryId) {
      await service.platform
        .runtime()
        .deliver('webhooks', [{ body: queueMessage('webhooks', deliveryId) }])
    },
    secretOf,
    async verified(account, received) {
      const receiver = new Webhook(await secretOf(account))
      return received.map(({ body, headers }) => receiver.verify(body, headers))
    },
  }
}
