import type Cloudflare from 'cloudflare'
import type { ListDomainsResponseSuccess } from 'resend'
import { experimental_readRawConfig as readRawConfig } from 'wrangler'
import { deploy } from '../../../migrations/deploy/deployment.ts'
import { writeSecrets } from '../../../migrations/deploy/secrets.ts'
import { SETTINGS_FILE } from '../../../migrations/deploy/settings.ts'
import type { DeployOptions } from '../../../migrations/deploy/state.ts'
import type { World } from '../../../migrations/deploy/world.ts'
import { fetchSample } from '../../platform/stripe/fetch-sample.ts'
import { createStripe, type SampleStripe } from '../../platform/stripe/stripe.ts'
import { PUBLIC_KEY } from './recorded-keys.ts'

export const COMMIT = '4f1d2c3b4a59687706f5e4d3c2b1a09f8e7d6c5b'
/** Secret key of a Stripe account in which nothing is set up yet. */
export const STRIPE_KEY = 'sk_test_0123456789abcdef'
const CONFIG_FILE = 'node_modules/.cache/deploy/wrangler.json'

/**
 * Settings of a complete deployment. The values look like real values of the providers. None is a
 * sample value of wrangler.toml, because a deployment refuses those.
 */
export const SETTINGS: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://api.lumen-quay.com',
  USER_AGENT: 'LumenQuayBot/1.0 (+https://lumen-quay.com/bot)',
  CLOUDFLARE_API_TOKEN: 'cf-token-0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  DATABASE_URL:
    'postgresql://owner:npg_Pw7uKq2ZxC4s@ep-cool-lake-a1b2c3-pooler.eu-central-1.aws.neon.tech/neondb?sslmode=require',
  UPSTASH_REDIS_REST_URL: 'https://calm-otter-41234.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'AaBbUpstashToken0123456789',
  IDP_URL: 'https://abcdefghijklmnop.supabase.co',
  IDP_PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdef',
  IDP_SERVICE_KEY: 'sb_secret_0123456789abcdef0123',
  RESEND_API_KEY: 're_0123456789_abcdefghijkl',
  EMAIL_FROM: 'Lumen Quay <reports@lumen-quay.com>',
}

const ACCOUNT = {
  id: '023e105f4ecef8ad9ca31a8372d0c353',
  name: 'Lumen Quay',
  type: 'standard',
} satisfies Cloudflare.Accounts.Account

type Answer = { status: number; body: unknown }
const json = (body: unknown, status = 200): Answer => ({ status, body })
const page = (result: unknown): Answer =>
  json({
    success: true,
    errors: [],
    messages: [],
    result,
    result_info: { page: 1, total_pages: 1 },
  })
const cloudflareError = (status: number, code: number, message: string): Answer =>
  json({ success: false, errors: [{ code, message }], messages: [], result: null }, status)

/**
 * Recorded answers of the providers. A key is "METHOD host/path" with the query. A rehearsal of a
 * fault replaces some of the answers.
 */
export type Recorded = Record<string, Answer | 'no answer'>
export const recorded = { json, page, cloudflareError, account: ACCOUNT }

const API = 'api.cloudflare.com/client/v4'
const IN_ACCOUNT = `${API}/accounts/${ACCOUNT.id}`

export interface Fault {
  settings?: Record<string, string>
  /** Answers that replace those of a healthy provider. */
  answers?: Recorded
  /** Changed files that are not committed, as `git status --porcelain` prints them. */
  uncommitted?: string
  /** Error of the connection to the database, or properties of the database. */
  database?: { error?: string; version?: number; trigram?: boolean; may_create?: boolean }
  /** Results of wrangler commands. A key is the first word of the command. */
  wrangler?: Record<string, { status: number; output: string }>
  files?: Record<string, string>
}

/**
 * State of the accounts at the providers. A second rehearsal with the same state is a second
 * deployment to the same accounts.
 */
export function createAccountState() {
  return {
    queues: [] as Cloudflare.Queues.Queue[],
    buckets: [] as Cloudflare.R2.Bucket[],
    secrets: [] as Cloudflare.Workers.Scripts.SecretListResponse[],
    domains: [] as { hostname: string; service: string }[],
    deployedCommit: undefined as string | undefined,
    files: new Map<string, string>(),
    stripe: emptyStripe(),
  }
}

function emptyStripe(): SampleStripe {
  const options = {
    secretKey: STRIPE_KEY,
    webhookSecret: 'whsec_1',
    pagesUrl: 'http://127.0.0.1',
    plans: '[]',
  }
  const stripe = createStripe({
    ...options,
    now: () => new Date(),
    restored: undefined,
    changed: () => undefined,
  })
  stripe.account.hasDefaultPortal = false
  return stripe
}

type AccountState = ReturnType<typeof createAccountState>

export function createWorld(fault: Fault, state: AccountState) {
  const printed: string[] = []
  const requests: { name: string; body: string }[] = []
  const commands: {
    parameters: readonly string[]
    input: string
    environment: Readonly<Record<string, string>>
  }[] = []
  const queries: string[] = []
  const migrated: string[] = []
  let clock = 0
  for (const [name, text] of Object.entries(fault.files ?? {})) state.files.set(name, text)

  const respond = (name: string, body: string, headers: Headers): Answer | 'no answer' => {
    const replaced = Object.entries(fault.answers ?? {}).find(
      ([each]) => name === each || name.startsWith(`${each}?`),
    )
    return replaced?.[1] ?? healthyAnswer(state, name, body, headers)
  }
  const world: World = {
    root: '/checkout',
    environment: { ...SETTINGS, ...fault.settings },
    fetch: async (url, init) => {
      const name = `${init.method} ${url.replace(/^https:\/\//, '')}`
      const body = typeof init.body === 'string' ? init.body : ''
      requests.push({ name, body })
      if (name.includes(' api.stripe.com/')) return fetchSample(() => state.stripe)(url, init)
      const answer = respond(name, body, new Headers(init.headers))
      if (answer === 'no answer') throw new TypeError('fetch failed')
      return Response.json(answer.body, { status: answer.status })
    },
    wrangler: async (parameters, { environment, input = '', onLine }) => {
      commands.push({ parameters, input, environment })
      const failed = fault.wrangler?.[parameters[0] ?? '']
      if (failed !== undefined) {
        for (const line of failed.output.split('\n')) onLine?.(line)
        return failed
      }
      if (parameters[0] === 'auth') return { status: 1, output: 'Not logged in.' }
      if (parameters[0] === 'secret') {
        for (const name of Object.keys(JSON.parse(input))) {
          if (!state.secrets.some((secret) => secret.name === name))
            state.secrets.push({ name, type: 'secret_text' })
        }
      }
      if (parameters[0] === 'deploy' && !parameters.includes('--dry-run')) {
        const { vars, name, routes = [] } = JSON.parse(state.files.get(CONFIG_FILE) ?? '')
        state.deployedCommit = vars.COMMIT
        state.domains = routes.map(({ pattern }: { pattern: string }) => ({
          hostname: pattern,
          service: name,
        }))
      }
      return { status: 0, output: '' }
    },
    git: (command) => (command === 'status' ? (fault.uncommitted ?? '') : COMMIT),
    readFile: (path) => state.files.get(path),
    writePrivateFile: (path, text) => void state.files.set(path, text),
    connect: async () => {
      if (fault.database?.error !== undefined) throw new Error(fault.database.error)
      return {
        query: async (text) => {
          queries.push(text)
          const facts = { version: 170_002, trigram: true, may_create: true, ...fault.database }
          return [{ ...facts, id: 'usr_01', outcome: 'created' }]
        },
        end: async () => undefined,
      }
    },
    migrate: async (databaseUrl) => void migrated.push(databaseUrl),
    readWorkerFile: async () => readRawConfig({ config: 'wrangler.toml' }).rawConfig,
    billOfMaterials: () => '{}',
    print: (line) => void printed.push(line),
    now: () => clock,
    wait: async (milliseconds) => {
      clock += milliseconds
    },
  }
  return { world, printed, requests, commands, queries, migrated }
}

/**
 * Runs the real deployment code against recorded answers. Returns everything that the code printed,
 * wrote, sent and ran.
 */
export async function rehearse(
  fault: Fault = {},
  {
    state = createAccountState(),
    dryRun = false,
  }: { state?: AccountState } & Partial<DeployOptions> = {},
) {
  const { world, ...seen } = createWorld(fault, state)
  if (!state.files.has(SETTINGS_FILE)) writeSecrets(world)
  const error = await deploy(world, { dryRun }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const generated = state.files.get(SETTINGS_FILE) ?? ''
  const message = error instanceof Error ? error.message : ''
  return {
    ...seen,
    output: `${seen.printed.join('\n')}\n${message}`,
    error,
    message,
    state,
    generated,
  }
}

function healthyAnswer(state: AccountState, name: string, body: string, headers: Headers): Answer {
  const given = body === '' ? {} : JSON.parse(body)
  if (name.startsWith(`GET ${API}/accounts?`)) return page([ACCOUNT])
  if (name.startsWith(`GET ${IN_ACCOUNT}/queues?`)) return page(state.queues)
  if (name === `POST ${IN_ACCOUNT}/queues`) {
    if (state.queues.some((queue) => queue.queue_name === given.queue_name))
      return cloudflareError(409, 11009, 'Queue name already taken')
    const queue = {
      queue_id: `${state.queues.length}`,
      queue_name: given.queue_name,
      consumers: [],
    } satisfies Cloudflare.Queues.Queue
    state.queues.push(queue)
    return page(queue)
  }
  if (name === `POST ${IN_ACCOUNT}/r2/buckets`) {
    const bucket = { name: given.name, storage_class: 'Standard' } satisfies Cloudflare.R2.Bucket
    state.buckets.push(bucket)
    return page(bucket)
  }
  if (name.startsWith(`GET ${IN_ACCOUNT}/r2/buckets/`)) {
    const bucket = state.buckets.find((each) => name.endsWith(`/${each.name}`))
    return bucket === undefined
      ? cloudflareError(404, 10006, 'The specified bucket does not exist.')
      : page(bucket)
  }
  if (name.endsWith('/secrets'))
    return state.secrets.length === 0
      ? cloudflareError(404, 10007, 'This Worker does not exist on your account.')
      : page(state.secrets)
  if (name.startsWith(`GET ${IN_ACCOUNT}/workers/domains?`)) return page(state.domains)
  if (name.includes('/domains/changeset'))
    return page({ added: [], removed: [], updated: [], conflicting: [] })
  if (name.startsWith(`GET ${API}/zones?name=lumen-quay.com&`))
    return page([{ name: 'lumen-quay.com', status: 'active' }])
  if (name.startsWith(`GET ${API}/zones?`)) return page([])
  if (name === 'POST calm-otter-41234.upstash.io') return json({ result: 0 })
  if (name.endsWith('/auth/v1/.well-known/jwks.json')) return json({ keys: [PUBLIC_KEY] })
  if (name.endsWith('/auth/v1/settings'))
    return json({ external: { email: true }, disable_signup: false })
  if (name.includes('/auth/v1/admin/users?')) return json({ users: [], aud: 'authenticated' })
  if (name === 'GET api.resend.com/domains') {
    const capabilities = { sending: 'enabled', receiving: 'disabled' } as const
    const domain = {
      id: 'd91cd9bd',
      name: 'lumen-quay.com',
      status: 'verified',
      created_at: '',
      region: 'eu-west-1',
      capabilities,
    } as const
    return json({
      object: 'list',
      has_more: false,
      data: [domain],
    } satisfies ListDomainsResponseSuccess)
  }
  if (name === 'GET api.lumen-quay.com/version')
    return json({ version: '0.1.0', commit: state.deployedCommit })
  if (name.startsWith('GET api.lumen-quay.com/health/')) return json({ status: 'ready' })
  if (name === 'POST api.lumen-quay.com/analyze') {
    if (!headers.get('x-api-key')?.startsWith('dpk_'))
      return json({ data: null, error: { code: 'UNAUTHORIZED', message: '' } }, 401)
    return json({
      data: {
        status: 'completed',
        scoring_result: { entity: 'Test Corporation', confidence: 0.97 },
      },
      error: null,
    })
  }
  throw new Error(`nothing is recorded for ${name}`)
}
