import { setTimeout as delay } from 'node:timers/promises'
import { NO_DIFF } from '../../shared/monitors/describe-change.ts'
import type { Service, ServiceAccount, ServiceAnswer } from '../platform/service.ts'

export type Shown = Record<string, unknown>

export const dataOf = (answer: ServiceAnswer): Shown => {
  if (answer.body.data === null) throw new Error(`the answer is ${answer.status} ${answer.text}`)
  return answer.body.data
}
export const refusal = ({ status, body }: ServiceAnswer) => [status, body.error?.code]
export const pathsOf = ({ body }: ServiceAnswer) => body.error?.details?.map(({ path }) => path)

/** Creates monitors for the domains. Throws if a domain is rejected. */
export async function watch(
  account: ServiceAccount,
  domains: string[],
  settings: Shown = {},
): Promise<Shown[]> {
  const answer = await account.request('POST', '/monitors', { domains, ...settings })
  const { monitors, rejected } = dataOf(answer) as { monitors: Shown[]; rejected: unknown[] }
  if (rejected.length > 0) throw new Error(`a domain is rejected: ${answer.text}`)
  return monitors
}

export async function watchOne(
  account: ServiceAccount,
  domain: string,
  settings: Shown = {},
): Promise<string> {
  const [monitor] = await watch(account, [domain], settings)
  return String(monitor?.monitor_id)
}

/** Starts an immediate check of a monitor. Returns the id of its job. */
export async function check(account: ServiceAccount, monitorId: string): Promise<string> {
  return String(dataOf(await account.request('POST', `/monitors/${monitorId}/check`)).job_id)
}

export const changesOf = async (account: ServiceAccount, query = '') =>
  dataOf(await account.request('GET', `/changes${query}`)).changes as Shown[]

export interface StoredChange {
  domain: string
  kinds: string[]
  severity: string
  label?: string
  evidence?: unknown[]
  analysis?: string
}

/**
 * Stores a change as a confirmed reading of the domain would. Waits 2 ms first, because ids that
 * are made in the same millisecond have no order.
 */
export async function storeChange(
  { platform }: Service,
  account: ServiceAccount,
  monitorId: string,
  { domain, label = '', severity, kinds, evidence = [], analysis = 'not_needed' }: StoredChange,
): Promise<string> {
  await delay(2)
  const { rows } = await platform.pool.query<{ id: string }>(
    `insert into changes (id, account_id, monitor_id, domain, label, severity, kinds, detected_at, confirmed_at, diff,
        evidence, analysis, silence_keys)
      values (new_id('chg'), $1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp(), $7, $8, $9, '{}')
      returning id`,
    [
      account.userId,
      monitorId,
      domain,
      label,
      severity,
      kinds,
      NO_DIFF,
      JSON.stringify(evidence),
      analysis,
    ],
  )
  return rows[0]?.id ?? ''
}
