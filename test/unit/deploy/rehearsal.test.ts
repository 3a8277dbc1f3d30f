import type Cloudflare from 'cloudflare'
import type { ListDomainsResponseSuccess } from 'resend'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type {
  Account,
  Bucket,
  Domain,
  Queue,
  Secret,
  Subdomain,
  Zone,
} from '../../../migrations/deploy/cloudflare.ts'
import { rollBack } from '../../../migrations/deploy/deployment.ts'
import type { Domains } from '../../../migrations/deploy/resend.ts'
import { GENERATED_SECRETS } from '../../../migrations/deploy/secrets.ts'
import { SETTINGS_FILE } from '../../../migrations/deploy/settings.ts'
import { DeployRefused } from '../../../migrations/deploy/world.ts'
import {
  COMMIT,
  createAccountState,
  createWorld,
  type Fault,
  recorded,
  rehearse,
  SETTINGS,
  STRIPE_KEY,
} from './rehearsal.ts'

const API = 'api.cloudflare.com/client/v4'
/** Number of queues: the nine queues of wrangler.toml and a dead-letter queue for each. */
const QUEUES = 22
const IN_ACCOUNT = `${API}/accounts/${recorded.account.id}`
const WORKER = 'domain-attribution'
const { json, page, cloudflareError } = recorded

const SECRET_SETTINGS = [
  'CLOUDFLARE_API_TOKEN',
  'DATABASE_URL',
  'UPSTASH_REDIS_REST_TOKEN',
  'IDP_SERVICE_KEY',
  'RESEND_API_KEY',
]
const PASSWORD = 'npg_Pw7uKq2ZxC4s'

type Rehearsed = Awaited<ReturnType<typeof rehearse>>

/**
 * Fails if a secret is in the output, the error or the arguments of a command, because other people
 * or programs could see it there.
 */
function expectNoSecret(
  { output, commands, generated, error }: Rehearsed,
  given: Readonly<Record<string, string>> = {},
) {
  const visible = `${output}\n${error instanceof Error ? error.stack : ''}\n${JSON.stringify(commands.map(({ parameters }) => parameters))}`
  const values = [...generated.matchAll(/"([^"]{16,})"|^EXPORT_LINK_KEY='(.+)'$/gm)].map(
    ([, quoted, link]) => quoted ?? link ?? '',
  )
  expect(values.length).toBeGreaterThan(4)
  const secrets = [
    ...SECRET_SETTINGS.map((name) => ({ ...SETTINGS, ...given })[name] ?? ''),
    PASSWORD,
    ...values,
  ]
  for (const secret of secrets.filter((each) => each !== '')) expect(visible).not.toContain(secret)
}

const changes = ({ requests, commands, migrated }: Rehearsed) => [
  ...requests
    .map(({ name }) => name)
    .filter(
      (name) =>
        !name.startsWith('GET ') && !name.includes('upstash.io') && !name.includes('changeset'),
    ),
  ...commands
    .map(({ parameters }) => parameters.join(' '))
    .filter((each) => !each.startsWith('auth ') && !each.includes('--dry-run')),
  ...migrated,
]

const configOf = ({ state }: Rehearsed) =>
  JSON.parse(state.files.get('node_modules/.cache/deploy/wrangler.json') ?? '')

describe('a deployment', () => {
  test('a Supabase project that signs with a shared secret passes with IDP_JWT_SECRET', async () => {
    const run = await rehearse({
      settings: { IDP_JWT_SECRET: 'a shared secret of at least 32 characters' },
      answers: {
        'GET abcdefghijklmnop.supabase.co/auth/v1/.well-known/jwks.json': json({ keys: [] }),
      },
    })
    expect(run.error).toBeUndefined()
    expect(run.printed.join('\n')).toContain('signs with HS256')
  })

  test('names the page /bot of the service to sites, unless a setting names another', async () => {
    const own = await rehearse({ settings: { USER_AGENT: '' } })
    expect(own.error).toBeUndefined()
    expect(configOf(own).vars.USER_AGENT).toBe(
      'DomainAttributionBot/1.0 (+https://api.lumen-quay.com/bot)',
    )
    expect(configOf(await rehearse()).vars.USER_AGENT).toBe(SETTINGS.USER_AGENT)
  })

  test('creates what is missing, sets the secrets by standard input, and ends with an analysis on the public address', async () => {
    const run = await rehearse()

    expect(run.error).toBeUndefined()
    expect(run.printed.filter((line) => !line.startsWith(' '))).toEqual([
      `Fill in the empty places of ${SETTINGS_FILE}; each one says where its value is found. Then run: npm run deploy`,
      `Commit ${COMMIT}`,
      `Checks, with the settings of ${SETTINGS_FILE} and the environment`,
      'Queues',
      'Buckets',
      'Stripe',
      'Migrations',
      'Secrets',
      'Worker',
      'Public address',
      `Deployed: https://api.lumen-quay.com runs commit ${COMMIT}.`,
    ])
    expect(run.state.queues.map((queue) => queue.queue_name)).toContain(
      `${WORKER}--bulk-analysis-dead`,
    )
    expect(run.state.queues).toHaveLength(QUEUES)
    expect(run.state.buckets.map(({ name }) => name)).toEqual([
      `${WORKER}-exports`,
      `${WORKER}-index`,
    ])
    expect(run.migrated).toEqual([SETTINGS.DATABASE_URL?.replace('-pooler', '')])
    expect(run.state.secrets.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...GENERATED_SECRETS,
        'DATABASE_URL',
        'IDP_SERVICE_KEY',
        'RESEND_API_KEY',
      ]),
    )
    expect(run.printed.at(-2)).toBe(
      '  test-corp.sandbox.example: Test Corporation, confidence 0.97',
    )
    expect(run.queries.at(-1)).toContain('revoke_api_key')
    expect(run.commands.at(-1)?.environment).toEqual({
      CLOUDFLARE_API_TOKEN: SETTINGS.CLOUDFLARE_API_TOKEN,
      CLOUDFLARE_ACCOUNT_ID: recorded.account.id,
    })
    expectNoSecret(run)
  })

  test('gives the Worker the address, the placement and the names of this deployment', async () => {
    const config = configOf(await rehearse({ settings: { DEPLOY_PREFIX: 'quay' } }))

    expect(config).toMatchObject({
      workers_dev: false,
      routes: [{ pattern: 'api.lumen-quay.com', custom_domain: true }],
      placement: { region: 'aws:eu-central-1' },
      vars: {
        COMMIT,
        PUBLIC_URL: SETTINGS.PUBLIC_URL,
        SUBSCRIPTION_PLANS: '[]',
        SANDBOX_DOMAIN: 'sandbox.example',
      },
      r2_buckets: [
        { binding: 'EXPORTS', bucket_name: 'quay-exports' },
        { binding: 'DOMAIN_INDEX', bucket_name: 'quay-index' },
      ],
    })
    expect(config.queues.producers).toContainEqual({ binding: 'BULK_QUEUE', queue: 'quay--bulk' })
    expect(Object.keys(config.vars)).not.toContain('DATABASE_URL')
  })

  test('has the workers.dev address of its account if PUBLIC_URL names it', async () => {
    const publicUrl = `https://${WORKER}.lumen-quay.workers.dev`
    const run = await rehearse({
      settings: { PUBLIC_URL: publicUrl },
      answers: {
        [`GET ${IN_ACCOUNT}/workers/subdomain`]: page({ subdomain: 'lumen-quay' }),
        [`GET ${WORKER}.lumen-quay.workers.dev/version`]: json({ commit: COMMIT }),
        [`GET ${WORKER}.lumen-quay.workers.dev/health/ready`]: json({ status: 'ready' }),
        [`GET ${WORKER}.lumen-quay.workers.dev/health/auth`]: json({ status: 'ready' }),
        [`POST ${WORKER}.lumen-quay.workers.dev/analyze`]: json({
          data: {
            status: 'completed',
            scoring_result: { entity: 'Test Corporation', confidence: 0.97 },
          },
        }),
      },
    })

    expect(run.error).toBeUndefined()
    expect(configOf(run)).toMatchObject({ workers_dev: true })
    expect(configOf(run).routes).toBeUndefined()
  })

  test('that runs again creates nothing twice and never replaces a generated secret', async () => {
    const state = createAccountState()
    await rehearse({}, { state })
    const again = await rehearse({}, { state })

    expect(again.error).toBeUndefined()
    expect(changes(again).filter((each) => /^POST .*(queues|buckets)/.test(each))).toEqual([])
    const bulk = again.commands.find(({ parameters }) => parameters[0] === 'secret')
    expect(
      Object.keys(JSON.parse(bulk?.input ?? '{}')).filter((name) =>
        GENERATED_SECRETS.includes(name),
      ),
    ).toEqual([])
    expect(again.printed).toContain('  SEAL_KEYS: kept, the Worker has one')
    expectNoSecret(again)
  })

  test('needs no copy of a generated secret that the Worker has, if a key for the sandbox analysis is given', async () => {
    const state = createAccountState()
    await rehearse({}, { state })
    state.files.set(SETTINGS_FILE, '')
    const run = await rehearse({ settings: { DEPLOY_API_KEY: 'dpk_0123456789' } }, { state })

    expect(run.error).toBeUndefined()
    expect(run.queries.filter((text) => text.includes('create_session_key'))).toEqual([])
  })

  test('waits until a new address answers with the deployed commit', async () => {
    let asked = 0
    const answers = {
      get 'GET api.lumen-quay.com/version'() {
        asked += 1
        return asked < 4 ? ('no answer' as const) : json({ commit: COMMIT })
      },
    }
    const run = await rehearse({ answers })

    expect(run.error).toBeUndefined()
    expect(asked).toBeGreaterThanOrEqual(4)
  })

  test('sets up Stripe, keeps the secret of its webhook endpoint and gives it to the Worker', async () => {
    const state = createAccountState()
    const run = await rehearse({ settings: { STRIPE_SECRET_KEY: STRIPE_KEY } }, { state })

    expect(run.message).toBe('')
    const [endpoint] = state.stripe.list('webhook_endpoint')
    expect(endpoint).toMatchObject({ url: 'https://api.lumen-quay.com/billing/stripe/webhook' })
    const [, webhookSecret = ''] =
      /^STRIPE_WEBHOOK_SECRET='(whsec_\w+)'$/m.exec(run.generated) ?? []
    const bulk = run.commands.find(({ parameters }) => parameters[0] === 'secret')
    expect(JSON.parse(bulk?.input ?? '{}')).toMatchObject({
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    })
    const { vars } = JSON.parse(state.files.get('node_modules/.cache/deploy/wrangler.json') ?? '')
    expect(vars.STRIPE_PORTAL_CONFIGURATION).toBe(
      state.stripe.list('billing_portal.configuration')[0]?.id,
    )
    expect(run.output).not.toContain(webhookSecret)
    expect(run.output).not.toContain(STRIPE_KEY)

    const again = await rehearse({ settings: { STRIPE_SECRET_KEY: STRIPE_KEY } }, { state })
    expect(again.message).toBe('')
    expect(state.stripe.list('webhook_endpoint')).toHaveLength(1)
  })

  test.each([
    [
      'pk_live_0123456789abcdef',
      /^STRIPE_SECRET_KEY must begin with sk_test_.* This is the publishable key\.$/,
    ],
    ['sk_test_of_another_account', /^[^\n]*STRIPE_SECRET_KEY[^\n]*\.$/],
  ])('stops before the migrations with the key %s of Stripe', async (key, sentence) => {
    const run = await rehearse({ settings: { STRIPE_SECRET_KEY: key } })
    expect(run.message).toMatch(sentence)
    expect(run.migrated).toEqual([])
    expect(run.output).not.toContain(key)
  })

  test('restores the previous Worker of the account', async () => {
    const commands: unknown[] = []
    const { world } = createWorld({}, createAccountState())
    await rollBack({
      ...world,
      wrangler: async (parameters, { environment }) => {
        commands.push({
          command: parameters.slice(0, 3),
          account: environment.CLOUDFLARE_ACCOUNT_ID,
        })
        return { status: 0, output: '' }
      },
    })
    expect(commands).toEqual([
      { command: ['rollback', '--name', WORKER], account: recorded.account.id },
    ])
  })

  test('uses the login of wrangler if there is no API token', async () => {
    const login = {
      auth: { status: 0, output: 'notice\n{ "type": "oauth", "token": "oauth-token-0123456789" }' },
    }
    const run = await rehearse({ settings: { CLOUDFLARE_API_TOKEN: '' }, wrangler: login })

    expect(run.error).toBeUndefined()
    expect(run.commands.at(-1)?.environment).toEqual({ CLOUDFLARE_ACCOUNT_ID: recorded.account.id })
    expect(run.output).not.toContain('oauth-token-0123456789')
  })

  test('only shows its steps in a dry run', async () => {
    const run = await rehearse({ uncommitted: ' M workers/index.ts' }, { dryRun: true })

    expect(run.error).toBeUndefined()
    expect(changes(run)).toEqual([])
    expect(run.queries).toHaveLength(1)
    expect([...run.state.files.keys()].filter((name) => !name.startsWith('node_modules/'))).toEqual(
      [SETTINGS_FILE],
    )
    expect(run.printed.filter((line) => line.startsWith('  would '))).toHaveLength(QUEUES + 2 + 4)
    expect(run.printed.at(-1)).toBe('Dry run: nothing was changed.')
    expectNoSecret(run)
  })

  test('shows its steps also without any account', async () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
    const run = await rehearse(
      { settings: empty, files: { [SETTINGS_FILE]: '' } },
      { dryRun: true },
    )

    expect(run.error).toBeUndefined()
    expect(run.printed).toContain('A deployment would stop here:')
    expect(run.printed.at(-1)).toBe('A deployment would stop at the checks: see above.')
    expect(run.requests).toEqual([])
  })
})

/** Faults that the deployment must find before it changes anything. */
const FOUND_FIRST: readonly [string, Fault, RegExp][] = [
  [
    'nobody is signed in at Cloudflare',
    { settings: { CLOUDFLARE_API_TOKEN: '' } },
    /^Cloudflare: nobody is signed in: run "npx wrangler login"/,
  ],
  [
    'Cloudflare refuses the token',
    {
      answers: {
        [`GET ${API}/accounts`]: cloudflareError(
          401,
          1000,
          `Invalid API Token ${SETTINGS.CLOUDFLARE_API_TOKEN}`,
        ),
      },
    },
    /^Cloudflare refuses access .*CLOUDFLARE_API_TOKEN: My profile > API tokens/,
  ],
  [
    'the login can use several accounts',
    {
      answers: { [`GET ${API}/accounts`]: page([recorded.account, { id: 'ffff', name: 'Other' }]) },
    },
    /several accounts: set CLOUDFLARE_ACCOUNT_ID to one of .*Lumen Quay.*ffff \(Other\)/,
  ],
  [
    'the login cannot use the account',
    { settings: { CLOUDFLARE_ACCOUNT_ID: 'abc' } },
    /set one of .*Lumen Quay/,
  ],
  [
    'the login can use no account',
    { answers: { [`GET ${API}/accounts`]: page([]) } },
    /permission Account Settings > Read/,
  ],
  [
    'Cloudflare does not answer',
    { answers: { [`GET ${API}/accounts`]: 'no answer' } },
    /^Cloudflare: no answer from api\.cloudflare\.com/,
  ],
  [
    'no zone contains the host',
    { settings: { PUBLIC_URL: 'https://api.elsewhere.net' } },
    /^PUBLIC_URL: no zone .* contains api\.elsewhere\.net/,
  ],
  [
    'the zone is not active',
    {
      answers: {
        [`GET ${API}/zones?name=lumen-quay.com&account.id=${recorded.account.id}`]: page([
          { name: 'lumen-quay.com', status: 'pending' },
        ]),
      },
    },
    /zone lumen-quay\.com is pending: set its name servers/,
  ],
  [
    'the workers.dev address is another one',
    {
      settings: { PUBLIC_URL: 'https://api.workers.dev' },
      answers: { [`GET ${IN_ACCOUNT}/workers/subdomain`]: page({ subdomain: 'lumen-quay' }) },
    },
    /^PUBLIC_URL must be https:\/\/domain-attribution\.lumen-quay\.workers\.dev/,
  ],
  [
    'there is no database',
    { settings: { DATABASE_URL: '' } },
    /^DATABASE_URL is not set: Project > Connect/,
  ],
  [
    'the database refuses the password',
    { database: { error: `password authentication failed: ${PASSWORD}` } },
    /^Neon: DATABASE_URL cannot be used \(password/,
  ],
  [
    'the database is too old',
    { database: { version: 140_011 } },
    /runs PostgreSQL 14, but versions 15 to 18 are supported/,
  ],
  [
    'the database lacks pg_trgm',
    { database: { trigram: false } },
    /extension pg_trgm is not available/,
  ],
  [
    'the role may create nothing',
    { database: { may_create: false } },
    /use the role that owns the database/,
  ],
  [
    'there is no cache',
    { settings: { UPSTASH_REDIS_REST_URL: '' } },
    /^UPSTASH_REDIS_REST_URL is not set: Redis > your database > REST/,
  ],
  [
    'Upstash refuses the token',
    {
      answers: {
        'POST calm-otter-41234.upstash.io': json(
          { error: 'WRONGPASS invalid or missing auth token' },
          401,
        ),
      },
    },
    /^Upstash refuses UPSTASH_REDIS_REST_TOKEN/,
  ],
  [
    'the Upstash token may only read',
    {
      answers: {
        'POST calm-otter-41234.upstash.io': json(
          { error: "NOPERM this user has no permissions to run the 'del' command" },
          400,
        ),
      },
    },
    /^UPSTASH_REDIS_REST_TOKEN may only read/,
  ],
  [
    'Upstash does not answer',
    { answers: { 'POST calm-otter-41234.upstash.io': 'no answer' } },
    /^Upstash: no answer from calm-otter/,
  ],
  [
    'there is no Supabase project',
    { settings: { IDP_URL: '' } },
    /^IDP_URL has the sample value of wrangler\.toml .*: Project settings > Data API/,
  ],
  [
    'there is no secret key of Supabase',
    { settings: { IDP_SERVICE_KEY: '' } },
    /^IDP_SERVICE_KEY is not set: Project settings > API keys/,
  ],
  [
    'Supabase does not answer',
    { answers: { 'GET abcdefghijklmnop.supabase.co/auth/v1/.well-known/jwks.json': 'no answer' } },
    /^Supabase does not answer at IDP_URL/,
  ],
  [
    'Supabase signs with a shared secret',
    {
      answers: {
        'GET abcdefghijklmnop.supabase.co/auth/v1/.well-known/jwks.json': json({ keys: [] }),
      },
    },
    /\(HS256\): choose Project settings > JWT keys/,
  ],
  [
    'Supabase refuses the publishable key',
    {
      answers: {
        'GET abcdefghijklmnop.supabase.co/auth/v1/settings': json(
          { message: 'Invalid API key' },
          401,
        ),
      },
    },
    /^Supabase refuses IDP_PUBLISHABLE_KEY/,
  ],
  [
    'Supabase has no sign-in by email',
    {
      answers: {
        'GET abcdefghijklmnop.supabase.co/auth/v1/settings': json({ external: { email: false } }),
      },
    },
    /switch on Authentication/,
  ],
  [
    'Supabase refuses the secret key',
    {
      answers: {
        'GET abcdefghijklmnop.supabase.co/auth/v1/admin/users': json(
          { code: 403, error_code: 'not_admin' },
          403,
        ),
      },
    },
    /^Supabase refuses IDP_SERVICE_KEY/,
  ],
  [
    'Resend refuses the key',
    {
      answers: {
        'GET api.resend.com/domains': json(
          { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid' },
          403,
        ),
      },
    },
    /^Resend refuses RESEND_API_KEY/,
  ],
  [
    'Resend does not know the domain',
    { settings: { EMAIL_FROM: 'a@lumen-quay.org' } },
    /^Resend does not know lumen-quay\.org.*resend\.com\/domains/,
  ],
  [
    'the domain of the sender is not verified',
    {
      answers: {
        'GET api.resend.com/domains': json({
          data: [{ name: 'lumen-quay.com', status: 'pending' }],
        }),
      },
    },
    /lumen-quay\.com, the domain of EMAIL_FROM, as pending: add the DNS records/,
  ],
  ...['PUBLIC_URL', 'IDP_URL', 'IDP_PUBLISHABLE_KEY', 'EMAIL_FROM'].map(
    (name): [string, Fault, RegExp] => [
      `${name} is not given`,
      { settings: { [name]: '' } },
      new RegExp(`^${name} has the sample value of wrangler\\.toml`),
    ],
  ),
  [
    'a sample value is left in',
    { settings: { USER_AGENT: 'DomainAttributionBot/1.0 (+https://attribution.example/bot)' } },
    /^USER_AGENT has the sample value/,
  ],
  [
    'a host ends in .example',
    { settings: { DASHBOARD_ORIGINS: 'https://app.lumen-quay.example' } },
    /^DASHBOARD_ORIGINS has the sample value of wrangler\.toml or names a sample host/,
  ],
  [
    'a generated secret is missing',
    { files: { [SETTINGS_FILE]: '' } },
    /^Not set: .*API_KEY_PEPPER.* Run npm run deploy -- --secrets/,
  ],
  [
    'a variable is invalid',
    { settings: { QUOTA_FREE: 'many' } },
    /^QUOTA_FREE: must be a whole number/,
  ],
  [
    'a setting lacks the one that it needs',
    { settings: { BROWSER_RENDERING_TOKEN: 'token-0123456789' } },
    /^BROWSER_RENDERING_ACCOUNT_ID: is not set, but BROWSER_RENDERING_TOKEN needs it/,
  ],
  [
    'a setting is misspelt',
    { files: { [SETTINGS_FILE]: 'DATABSE_URL=postgresql://x\n' } },
    /names DATABSE_URL, which is no setting/,
  ],
  [
    'the prefix is no name of a queue',
    { settings: { DEPLOY_PREFIX: 'a--b' } },
    /^DEPLOY_PREFIX: write/,
  ],
  [
    'a change is not committed',
    { uncommitted: ' M workers/index.ts' },
    /uncommitted changes: commit them first/,
  ],
]

/** Faults that show only after the deployment has begun to change something. */
const FOUND_LATER: readonly [string, Fault, RegExp][] = [
  [
    'the account has no paid plan',
    {
      answers: {
        [`GET ${IN_ACCOUNT}/queues`]: cloudflareError(
          403,
          100129,
          'Queues are unavailable on the free plan.',
        ),
      },
    },
    /no Workers Paid plan/,
  ],
  [
    'another Worker reads the queue',
    {
      answers: {
        [`GET ${IN_ACCOUNT}/queues`]: page([
          { queue_name: `${WORKER}--analysis`, consumers: [{ type: 'worker', script: 'shop' }] },
        ]),
      },
    },
    /^The queue domain-attribution--analysis belongs to the Worker shop: choose another DEPLOY_PREFIX/,
  ],
  [
    'R2 is off',
    {
      answers: {
        [`GET ${IN_ACCOUNT}/r2/buckets/${WORKER}-exports`]: cloudflareError(
          403,
          10042,
          'Please enable R2 through the Cloudflare Dashboard.',
        ),
      },
    },
    /R2 is not switched on/,
  ],
  [
    'another Worker has the host',
    {
      answers: {
        [`GET ${IN_ACCOUNT}/workers/domains`]: page([
          { hostname: 'api.lumen-quay.com', service: 'shop' },
        ]),
      },
    },
    /belongs to the Worker shop/,
  ],
  [
    'the host has a DNS record',
    {
      answers: {
        [`POST ${IN_ACCOUNT}/workers/scripts/${WORKER}/domains/changeset`]: page({
          conflicting: [{ hostname: 'api.lumen-quay.com' }],
        }),
      },
    },
    /already has a DNS record: delete it/,
  ],
  [
    'wrangler fails',
    { wrangler: { deploy: { status: 1, output: `boom ${SETTINGS.CLOUDFLARE_API_TOKEN}` } } },
    /the lines of wrangler above say why/,
  ],
  [
    'the address shows another commit',
    { answers: { 'GET api.lumen-quay.com/version': json({ commit: 'older' }) } },
    /answers older instead of the deployed commit/,
  ],
  [
    'the address does not answer',
    { answers: { 'GET api.lumen-quay.com/version': 'no answer' } },
    /no answer from api\.lumen-quay\.com: look at its DNS record/,
  ],
  [
    'the service is not ready',
    { answers: { 'GET api.lumen-quay.com/health/ready': json({ status: 'unavailable' }, 503) } },
    /health\/ready answers 503 .*health\.check_failed/,
  ],
  [
    'sign-in is not ready',
    {
      answers: {
        'GET api.lumen-quay.com/health/auth': json(
          { status: 'unavailable', identity_provider: 'unavailable' },
          503,
        ),
      },
    },
    /health\/auth answers 503 .*IDP_URL/,
  ],
  [
    'the deployed pepper is another one',
    {
      answers: {
        'POST api.lumen-quay.com/analyze': json(
          { error: { code: 'UNAUTHORIZED', message: '' } },
          401,
        ),
      },
    },
    /API_KEY_PEPPER is not the one in the settings/,
  ],
]

describe('a deployment ends with one sentence that says what to do, if', () => {
  test.each(FOUND_FIRST)('%s, and changes nothing', async (_, fault, sentence) => {
    const run = await rehearse(fault)

    expect(run.error).toBeInstanceOf(DeployRefused)
    expect(run.message).toMatch(sentence)
    expect(run.message).not.toContain('\n')
    expect(changes(run)).toEqual([])
    if (fault.files === undefined) expectNoSecret(run, fault.settings)
  })

  test.each(FOUND_LATER)('%s', async (_, fault, sentence) => {
    const run = await rehearse(fault)

    expect(run.error).toBeInstanceOf(DeployRefused)
    expect(run.message).toMatch(sentence)
    expect(run.message).not.toContain('\n')
    expectNoSecret(run, fault.settings)
  })

  test('several accounts are wrong: it names all of them at once', async () => {
    const run = await rehearse({
      settings: { UPSTASH_REDIS_REST_TOKEN: '', IDP_SERVICE_KEY: '' },
      database: { version: 130_000 },
    })
    expect(run.message.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'Neon:',
      'UPSTASH_REDIS_REST_TOKEN',
      'IDP_SERVICE_KEY',
    ])
  })

  test('the sandbox analysis fails: the key of the check is revoked all the same', async () => {
    const run = await rehearse({ answers: { 'POST api.lumen-quay.com/analyze': json(null, 500) } })
    expect(run.queries.at(-1)).toContain('revoke_api_key')
  })
})

test('the schemas accept the types that the providers publish', () => {
  expectTypeOf<Cloudflare.Accounts.Account>().toExtend<z.input<typeof Account>>()
  expectTypeOf<Cloudflare.Queues.Queue>().toExtend<z.input<typeof Queue>>()
  expectTypeOf<Cloudflare.R2.Bucket>().toExtend<z.input<typeof Bucket>>()
  expectTypeOf<Cloudflare.Zones.Zone>().toExtend<z.input<typeof Zone>>()
  expectTypeOf<Cloudflare.Workers.SubdomainGetResponse>().toExtend<z.input<typeof Subdomain>>()
  expectTypeOf<Cloudflare.Workers.Scripts.SecretListResponse>().toExtend<z.input<typeof Secret>>()
  expectTypeOf<Cloudflare.Workers.DomainListResponse>().toExtend<z.input<typeof Domain>>()
  expectTypeOf<ListDomainsResponseSuccess>().toExtend<z.input<typeof Domains>>()
})
