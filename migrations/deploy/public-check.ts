import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  createApiKey,
  digestApiKey,
  keyHint,
  type Peppers,
} from '../../shared/accounts/key-tokens.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { askJson, NoAnswer } from './ask-json.ts'
import { type Database, DeployRefused, type World } from './world.ts'

/**
 * A new custom domain needs a DNS record and a certificate. Cloudflare creates both within minutes
 * (Cloudflare documentation, page Custom Domains).
 */
const ADDRESS_LIMIT_MS = 10 * 60_000
const HEALTH_LIMIT_MS = 60_000
const PAUSE_MS = 5_000
const KEYS_PER_HOUR_MAX = 100

/**
 * Subject of the account that the check uses. No user of the identity provider has this id, so
 * nobody can sign in to the account.
 */
const CHECK_SUBJECT = 'deployment-check'

const Version = z.object({ commit: z.string() })
const SandboxJob = z.object({
  data: z.object({
    status: z.literal('completed'),
    scoring_result: z.object({ entity: z.string(), confidence: z.number() }),
  }),
})
const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

type Tools = Pick<World, 'fetch' | 'print' | 'now' | 'wait'>

/** A key for the check of a deployment. `giveBack` revokes it. */
export interface BorrowedKey {
  key: string
  giveBack(): Promise<void>
}

/**
 * Creates a playground key for the check. Its account has no address and gets no email. Playground
 * keys may only analyse and expire after a day, so a key that could not be revoked does no harm.
 */
export async function borrowKey(database: Database, peppers: Peppers): Promise<BorrowedKey> {
  const key = createApiKey('playground', randomBytes)
  const account = {
    account_id: newIdentifier('usr'),
    subject: CHECK_SUBJECT,
    email: null,
    name: 'Deployment check',
    mailbox_digests: [],
  }
  const [opened] = await database.query(`select open_account($1::jsonb) ->> 'id' as id`, [
    JSON.stringify(account),
  ])
  const accountId = z.string().parse(opened?.id)
  const keyId = newIdentifier('key')
  const stored = {
    account_id: accountId,
    new_key_id: keyId,
    name: 'Deployment check',
    prefix: keyHint(key),
    digest: await digestApiKey(peppers, key),
    limit: KEYS_PER_HOUR_MAX,
  }
  const [made] = await database.query(
    `select create_session_key($1::jsonb) ->> 'outcome' as outcome`,
    [JSON.stringify(stored)],
  )
  if (made?.outcome !== 'created')
    throw new DeployRefused(
      'The sandbox analysis has no key: wait an hour, or set DEPLOY_API_KEY to a key of an account.',
    )
  const revocation = { account_id: accountId, revoked_key_id: keyId }
  return {
    key,
    giveBack: async () => {
      await database.query('select revoke_api_key($1::jsonb)', [JSON.stringify(revocation)])
    },
  }
}

/**
 * Repeats `attempt` until it returns undefined, which means success. After `limitMs`, throws
 * DeployRefused with the last reason that `attempt` returned.
 */
async function until(
  limitMs: number,
  { now, wait }: Tools,
  attempt: () => Promise<string | undefined>,
): Promise<void> {
  const end = now() + limitMs
  for (;;) {
    const reason = await attempt().catch((error: unknown) => {
      if (error instanceof NoAnswer)
        return `${error.message}: look at its DNS record and certificate`
      throw error
    })
    if (reason === undefined) return
    if (now() >= end) throw new DeployRefused(reason)
    await wait(PAUSE_MS)
  }
}

/**
 * Checks the deployed service: it must run this commit, its parts must be ready, and a sandbox
 * analysis must give its fixed result. Waits while a new address is not reachable yet. Throws
 * DeployRefused.
 */
export async function checkPublicAddress(
  tools: Tools,
  {
    publicUrl,
    commit,
    sandboxDomain,
  }: { publicUrl: string; commit: string; sandboxDomain: string },
  borrow: () => Promise<BorrowedKey>,
): Promise<void> {
  const base = publicUrl.replace(/\/$/, '')
  const ask = (path: string, init?: Parameters<typeof askJson>[2]) =>
    askJson(tools.fetch, `${base}${path}`, init)

  tools.print(`  ${base}/version`)
  await until(ADDRESS_LIMIT_MS, tools, async () => {
    const { status, body } = await ask('/version')
    const deployed = Version.safeParse(body).data?.commit
    if (deployed === commit) return undefined
    return `${base}/version answers ${deployed ?? `status ${status}`} instead of the deployed commit: wait some minutes, look at dash.cloudflare.com > Workers & Pages > Domains & Routes, then run npm run deploy again.`
  })
  for (const [path, remedy] of [
    [
      '/health/ready',
      'its log line health.check_failed names the part (dash.cloudflare.com > Workers & Pages > Logs).',
    ],
    ['/health/auth', 'check IDP_URL and the signing keys of the Supabase project.'],
  ] as const) {
    await until(HEALTH_LIMIT_MS, tools, async () => {
      const { status, body } = await ask(path)
      return status === 200
        ? undefined
        : `${base}${path} answers ${status} ${JSON.stringify(body)}: ${remedy}`
    })
    tools.print(`  ${path}: ready`)
  }
  const { key, giveBack } = await borrow()
  try {
    const domain = `test-corp.${sandboxDomain}`
    const { status, body } = await ask('/analyze', {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: { domain, depth: 'quick' },
    })
    const job = SandboxJob.safeParse(body)
    if (status !== 200 || !job.success)
      throw new DeployRefused(`POST ${base}/analyze answers ${remedyOf(status, body)}`)
    const { entity, confidence } = job.data.data.scoring_result
    tools.print(`  ${domain}: ${entity}, confidence ${confidence}`)
  } finally {
    await giveBack()
  }
}

function remedyOf(status: number, body: unknown): string {
  const { code, message } = Refusal.safeParse(body).data?.error ?? {}
  if (status === 401)
    return '401: the deployed API_KEY_PEPPER is not the one in the settings; put the deployed one there, or set DEPLOY_API_KEY.'
  return `${status} ${code ?? ''} (${message ?? 'no reason'}): look at the log line request.failed of the Worker.`
}
