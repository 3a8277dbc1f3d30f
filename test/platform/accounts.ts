import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { mailboxDigests } from '../../shared/accounts/accept-subject.ts'
import {
  createApiKey,
  digestApiKey,
  keyHint,
  type Peppers,
} from '../../shared/accounts/key-tokens.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'

const CREDITS_MAX = 1_000_000_000

/**
 * Request for a test account. If `purchased` is true, the ledger records the credits with the
 * reason "purchase", else with "adjustment".
 */
export const AccountRequest = z.strictObject({
  email: z.email(),
  tier: z.enum(['free', 'pro', 'team', 'enterprise']).optional(),
  credits: z.number().int().min(0).max(CREDITS_MAX).default(0),
  purchased: z.boolean().default(false),
  quota_used: z.number().int().min(0).max(CREDITS_MAX).default(0),
  subscription: z.enum(['metered', 'plain']).optional(),
})
export type AccountRequest = z.input<typeof AccountRequest>

export type OpenedAccount = { user_id: string; email: string; api_key: string }

/**
 * Creates an account and an API key. If the user already has an account, changes it and adds an API
 * key. `subject` is the id of the user at the identity provider. An account with a subscription
 * gets the tier `pro` if the request names no tier.
 */
export async function openAccount(
  pool: pg.Pool,
  subject: string,
  request: z.output<typeof AccountRequest>,
  peppers: Peppers,
): Promise<OpenedAccount> {
  const key = createApiKey('ordinary', randomBytes)
  const digest = await digestApiKey(peppers, key)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const id = await open(
      client,
      subject,
      request.email,
      await mailboxDigests(peppers, request.email),
    )
    await equip(client, id, request)
    await client.query(
      'insert into api_keys (id, account_id, kind, name, prefix, digest) values ($1, $2, $3, $4, $5, $6)',
      [newIdentifier('key'), id, 'ordinary', 'Local platform', keyHint(key), digest],
    )
    await client.query('commit')
    client.release()
    return { user_id: id, email: request.email, api_key: key }
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function open(
  client: pg.PoolClient,
  subject: string,
  email: string,
  mailboxes: readonly string[],
): Promise<string> {
  const account = {
    account_id: newIdentifier('usr'),
    subject,
    email,
    name: null,
    mailbox_digests: mailboxes,
  }
  const { rows } = await client.query<{ id: string }>(
    `select open_account($1::jsonb)->>'id' as id`,
    [JSON.stringify(account)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the account was not made')
  return row.id
}

async function equip(
  client: pg.PoolClient,
  id: string,
  request: z.output<typeof AccountRequest>,
): Promise<void> {
  const { subscription, credits, purchased, quota_used: quotaUsed } = request
  const tier = request.tier ?? (subscription === undefined ? undefined : 'pro')
  if (tier !== undefined)
    await client.query('update accounts set tier = $2 where id = $1', [id, tier])
  if (purchased) await client.query('update accounts set has_purchased = true where id = $1', [id])
  if (subscription !== undefined) {
    await client.query(
      `update accounts set subscription_status = 'active', subscription_metered = $2,
        stripe_customer_id = coalesce(stripe_customer_id, 'cus_' || id), stripe_subscription_id = coalesce(stripe_subscription_id, 'sub_' || id),
        period_start = date_trunc('month', clock_timestamp() at time zone 'utc') at time zone 'utc',
        period_end = (date_trunc('month', clock_timestamp() at time zone 'utc') + interval '1 month') at time zone 'utc'
        where id = $1`,
      [id, subscription === 'metered'],
    )
  }
  if (credits > 0) {
    await client.query('select post_ledger_entry($1, $2, $3, $4)', [
      id,
      credits,
      purchased ? 'purchase' : 'adjustment',
      `platform:${newIdentifier('led')}`,
    ])
  }
  if (quotaUsed > 0) {
    // A test account uses quota without charges. Without the same number in `carried`, money_audit
    // would report that the charges are missing.
    await client.query(
      `insert into usage_periods (account_id, period_start, used, quota_used, carried)
        select a.id, current_period(a), $2, $2, $2 from accounts a where a.id = $1
        on conflict (account_id, period_start) do update set
          used = usage_periods.used + excluded.used, quota_used = usage_periods.quota_used + excluded.quota_used,
          carried = usage_periods.carried + excluded.carried`,
      [id, quotaUsed],
    )
    await client.query(
      `insert into mailbox_usage (mailbox_digest, period_start, quota_used)
        select m.mailbox_digest, current_month(), $2 from account_mailboxes m join accounts a on a.id = m.account_id
          where a.id = $1 and a.tier = 'free'
        on conflict (mailbox_digest, period_start) do update set quota_used = mailbox_usage.quota_used + excluded.quota_used`,
      [id, quotaUsed],
    )
  }
}
