import type { Ai, DurableObjectNamespace, Queue, R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { MINUTE_MS } from './clock.ts'
import { HmacKeysText, SigningKeysText } from './crypto/signature-keys.ts'
import { log } from './log.ts'
import type { QueueMessage } from './queue-messages.ts'
import { TierLimits } from './tier.ts'

const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(low).max(high))

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const webAddress = () => z.url({ protocol: /^https?$/, error: 'must be a URL with https' })

const NOT_AN_ORIGIN = 'must be origins without a path, such as https://app.example.com'
const origin = z
  .url({ protocol: /^https?$/, error: NOT_AN_ORIGIN, abort: true })
  .refine((url) => new URL(url).origin === url, NOT_AN_ORIGIN)

const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value)
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' })
        return z.NEVER
      }
    })
    .pipe(shape)

const optionalSecret = z
  .string()
  .transform((key) => (key === '' ? undefined : key))
  .optional()

/**
 * Pack of credits that a customer can buy. `unit_amount` is its price in the smallest unit of the
 * currency, for example cents.
 */
export const CreditPack = z.object({
  id: z.string().regex(/^[a-z0-9_]{1,64}$/),
  credits: z.number().int().min(1).max(10_000_000),
  unit_amount: z.number().int().min(1).max(99_999_999),
  currency: z.string().regex(/^[a-z]{3}$/),
})
export type CreditPack = z.infer<typeof CreditPack>

/**
 * Stripe prices of a subscription tier: the price of the plan, and the metered price of analyses
 * beyond the monthly quota. `overage_unit_amount` is the price in cents of one such analysis.
 */
export const SubscriptionPlan = z.object({
  tier: z.enum(['pro', 'team', 'enterprise']),
  price: z.string().min(1),
  overage_price: z.string().min(1).optional(),
  overage_unit_amount: z.number().int().min(0).default(0),
})
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

export const VARS = {
  COMMIT: z.string().min(1),
  PUBLIC_URL: webAddress().transform((url) => url.replace(/\/$/, '')),
  DASHBOARD_ORIGINS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .pipe(z.array(origin)),
  SANDBOX_DOMAIN: z.string().regex(/^[a-z0-9.-]{1,253}$/, 'must be a domain name in lower case'),
  USER_AGENT: z.string().min(1),
  WHOIS_PROXY: z.string().regex(/^$|^[^:\s]+:\d{1,5}$/, 'must be host:port or empty'),
  IDP_URL: webAddress(),
  IDP_PUBLISHABLE_KEY: z.string().min(1),
  ALLOW_INSECURE_CALLBACKS: flag,
  WAIT_BUDGET_MS: whole(0, 25_000),
  QUICK_DEADLINE_MS: whole(500, 25_000),
  JOB_DEADLINE_MS: whole(5_000, 15 * MINUTE_MS),
  QUICK_BATCH_MAX_DOMAINS: whole(1, 50),
  BULK_MAX_DOMAINS: whole(1, 100_000),
  BULK_EXPORT_LINK_HOURS: whole(1, 168),
  EMAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\s<>@]{1,64}@[^\s<>@]{1,253}|[^\r\n<>]{1,120}<[^\s<>@]{1,64}@[^\s<>@]{1,253}>)$/,
      'must be name@domain or Name <name@domain>',
    ),
  QUOTA_FREE: whole(0, 1_000_000),
  QUOTA_PRO: whole(0, 10_000_000),
  QUOTA_TEAM: whole(0, 10_000_000),
  API_KEY_LIMIT_FREE: whole(0, 1_000),
  API_KEY_LIMIT_PRO: whole(0, 1_000),
  API_KEY_LIMIT_TEAM: whole(0, 1_000),
  API_KEY_LIMIT_PAID: whole(0, 1_000),
  SESSION_KEY_MINT_PER_HOUR: whole(0, 10_000),
  PLAYGROUND_RATE_LIMIT_PER_HOUR: whole(0, 10_000),
  VERIFY_TOKEN_PER_MINUTE: whole(1, 10_000),
  EXPORT_LIMIT_PER_HOUR: whole(0, 10_000),
  SCHEMA_MUTATIONS_PER_HOUR: whole(0, 10_000),
  BULK_LISTS_PER_HOUR: whole(0, 10_000),
  BULK_LINES_PER_DAY: json(TierLimits),
  SANDBOX_JOBS_PER_DAY: whole(0, 1_000_000),
  SUBDOMAIN_RUNS_PER_DAY: json(TierLimits),
  REVERSE_WHOIS_PURCHASES_PER_DAY: json(TierLimits),
  ANALYSES_IN_FLIGHT: json(TierLimits),
  ADDRESS_LIMIT_PER_MINUTE: whole(1, 10_000_000),
  JOB_RETENTION_DAYS: whole(30, 3_650),
  PORTFOLIO_CACHE_DAYS: whole(0, 365),
  PORTFOLIO_MAX_DOMAINS: whole(1, 1_000),
  SUBDOMAIN_CACHE_HOURS: whole(0, 8_760),
  CERTIFICATE_CACHE_HOURS: whole(0, 168),
  CERTIFICATE_LOG_REQUESTS_PER_MINUTE: json(
    z.object({
      'crt.sh': z.number().min(0.1).max(60_000),
      'api.certspotter.com': z.number().min(0.1).max(60_000),
    }),
  ),
  CORRELATION_CACHE_DAYS: whole(0, 365),
  /** Seconds between two checks of a monitor, by cadence. */
  MONITOR_CADENCE_SECONDS: json(
    z.object({
      hourly: z.number().int().min(1),
      daily: z.number().int().min(1),
      weekly: z.number().int().min(1),
    }),
  ),
  /** Shortest and longest time in seconds between the two readings that confirm a change. */
  MONITOR_CONFIRM_SECONDS: json(
    z
      .tuple([z.number().int().min(0), z.number().int().min(1)])
      .refine(([shortest, longest]) => shortest < longest, 'must be in ascending order'),
  ),
  MONITORS_FREE: whole(0, 1_000_000),
  MONITORS_PRO: whole(0, 1_000_000),
  MONITORS_TEAM: whole(0, 1_000_000),
  MONITORS_ENTERPRISE: whole(0, 1_000_000),
  MONITOR_CHECKS_PER_SECOND: whole(1, 1_000),
  MONITOR_CHANGES_DAYS: whole(30, 3_650),
  /** Reports about answers that an account may store within 24 hours. */
  FEEDBACK_PER_DAY: whole(0, 10_000),
  CREDIT_PACKS: json(z.array(CreditPack).min(1)),
  SUBSCRIPTION_PLANS: json(z.array(SubscriptionPlan)),
  STRIPE_METER_EVENT: z.string().min(1).max(100),
  /**
   * Id of the settings of Stripe's customer portal. Empty: Stripe uses the settings that were saved
   * in its dashboard.
   */
  STRIPE_PORTAL_CONFIGURATION: z
    .string()
    .regex(/^$|^bpc_\w{1,100}$/, 'must be the id of a portal configuration (bpc_…) or empty')
    .transform((id) => (id === '' ? undefined : id)),
  RATE_LIMITS_PER_MINUTE: json(
    z.object({
      free: z.number().int().positive(),
      pro: z.number().int().positive(),
      team: z.number().int().positive(),
      enterprise: z.number().int().positive(),
    }),
  ),
  WEBHOOK_RETRY_SECONDS: json(z.array(z.number().int().min(1).max(43_200)).min(1).max(50)),
  /**
   * Provider of language models. `auto` selects the first provider with an API key, or Workers AI
   * if no provider has a key. With `none`, a language model is used only for customers who provide
   * their own key.
   */
  LLM_PROVIDER: z.enum(['auto', 'anthropic', 'openai', 'google', 'workers_ai', 'none']),
  LLM_MODELS: json(
    z.object({
      anthropic: z.string().min(1),
      openai: z.string().min(1),
      google: z.string().min(1),
      workers_ai: z.string().min(1),
    }),
  ),
  /** Price of each language model in US dollars per million tokens: [input, output]. */
  LLM_PRICES: json(z.record(z.string(), z.tuple([z.number().min(0), z.number().min(0)]))),
  LLM_DAILY_TOKENS: whole(0, 1_000_000_000),
  LLM_KEY_SAVES_PER_HOUR: whole(0, 1_000),
  BROWSER_RENDERING_ACCOUNT_ID: z.string().regex(/^[0-9a-zA-Z_-]{0,64}$/),
  /**
   * Keys that sign certificates (signed results of an analysis), as JSON { "<key_id>": "<base64 of
   * 32 bytes>" }. The first key signs new certificates. Certificates that were signed with any of
   * the keys are valid.
   */
  CERTIFICATE_HMAC_KEYS: HmacKeysText,
  /**
   * Keys that sign certificates (signed results of an analysis), as a JSON list of Ed25519 keys
   * (JWK) with a key id (`kid`). The first key is private and signs new certificates. The public
   * parts of all keys are published.
   */
  CERTIFICATE_SIGNING_KEYS: SigningKeysText,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be postgresql://…' }),
  /**
   * API key of WhoisXML, a provider of WHOIS records. Without the key, requests for WHOIS history
   * and for the domains of an operator get HTTP status 503.
   */
  REVERSE_WHOIS_API_KEY: optionalSecret,
  /**
   * API key of SSLMate for Cert Spotter, a search service for certificate logs. With the key, Cert
   * Spotter allows more requests and is asked before crt.sh.
   */
  CERTSPOTTER_API_KEY: optionalSecret,
  /**
   * Our own API keys for language models. Without these keys and without Workers AI, no language
   * model evaluates the evidence of an analysis; only fixed rules evaluate the evidence.
   */
  ANTHROPIC_API_KEY: optionalSecret,
  OPENAI_API_KEY: optionalSecret,
  GOOGLE_API_KEY: optionalSecret,
  /**
   * Cloudflare API token with the permission "Browser Rendering: Edit". Without the token and
   * without the Worker binding BROWSER, an analysis takes no screenshots.
   */
  BROWSER_RENDERING_TOKEN: optionalSecret,
  /**
   * API key of People Data Labs, a provider of company data. Without the key, an analysis does not
   * use this provider.
   */
  ENRICHMENT_API_KEY: optionalSecret,
  /**
   * Secret key of Stripe. Without the key, customers cannot buy anything; all other features work.
   */
  STRIPE_SECRET_KEY: optionalSecret,
  STRIPE_WEBHOOK_SECRET: optionalSecret,
  /** Key that signs the links in emails: download links of exports, and unsubscribe links. */
  EXPORT_LINK_KEY: z.string().min(32),
  /**
   * API key of Resend, the provider that sends emails. Without the key, no emails are sent; all
   * other features work.
   */
  RESEND_API_KEY: optionalSecret,
  UPSTASH_REDIS_REST_URL: webAddress(),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
  /**
   * Secret key (`sb_secret_…`) of Supabase, the identity provider. The service uses it to delete
   * the user of a closed account, and to name the client's address at sign-in. An old
   * `service_role` key can only delete.
   */
  IDP_SERVICE_KEY: z.string().min(1),
  /**
   * JWT secret of a Supabase project that signs access tokens with HS256. Projects with asymmetric
   * signing keys do not need it.
   */
  IDP_JWT_SECRET: optionalSecret.refine(
    (secret) => secret === undefined || secret.length >= 32,
    'must have at least 32 characters',
  ),
  /**
   * Secrets (peppers) for the stored digests of API keys, as JSON { "<version>": "<secret>" } with
   * the current secret first. A version begins with a letter, because JavaScript moves object keys
   * that look like integers to the front.
   */
  API_KEY_PEPPER: json(
    z
      .record(z.string().regex(/^[a-z][a-z0-9]{0,7}$/), z.string().min(16))
      .refine((peppers) => Object.keys(peppers).length > 0, 'must name a pepper'),
  ),
  /**
   * Keys that encrypt webhook secrets and the LLM keys of customers, as JSON { "<version>":
   * "<base64 of 32 bytes>" } with the current key first. A version begins with a letter, because
   * JavaScript moves object keys that look like integers to the front.
   */
  SEAL_KEYS: json(
    z
      .record(z.string().regex(/^[a-z][a-z0-9]{0,7}$/), z.string().regex(/^[A-Za-z0-9+/]{43}=$/))
      .refine((keys) => Object.keys(keys).length > 0, 'must name a key'),
  ),
} as const

/**
 * Worker binding for Cloudflare Browser Rendering. The method `quickAction` takes screenshots
 * without an API token (Cloudflare documentation, Browser Run binding).
 */
export interface BrowserBinding {
  quickAction(action: 'screenshot', request: object): Promise<Response>
}

/**
 * Worker binding for static files. `fetch` uses only the path of a URL and ignores the host name of
 * the URL.
 */
export interface StaticAssets {
  fetch(url: string): Promise<Response>
}

/**
 * Worker binding that counts calls per key, for all isolates of a data center (Cloudflare
 * documentation, Rate limiting API).
 */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

interface Bindings {
  JOBS: DurableObjectNamespace
  JOB_GROUPS: DurableObjectNamespace
  SUBDOMAINS: DurableObjectNamespace
  CERTIFICATE_LOGS: DurableObjectNamespace
  ANALYSIS_QUEUE: Queue<QueueMessage>
  BULK_ANALYSIS_QUEUE: Queue<QueueMessage>
  BULK_DEEP_QUEUE: Queue<QueueMessage>
  WEBHOOKS_QUEUE: Queue<QueueMessage>
  CORRELATION_QUEUE: Queue<QueueMessage>
  CHECKS_QUEUE: Queue<QueueMessage>
  BULK_QUEUE: Queue<QueueMessage>
  EXPORTS_QUEUE: Queue<QueueMessage>
  EMAILS_QUEUE: Queue<QueueMessage>
  EXPORTS: R2Bucket
  ASSETS: StaticAssets
  AI?: Ai | undefined
  BROWSER?: BrowserBinding | undefined
  ADDRESS_LIMITER?: RateLimiter | undefined
}

const VARIABLES = z.object(VARS)
export type Environment = z.output<typeof VARIABLES> & Bindings

/**
 * Error for an invalid environment variable or secret. API responses contain the message, so it
 * does not name the variable.
 */
export class ConfigurationInvalid extends Error {
  override name = 'ConfigurationInvalid'

  constructor() {
    super('The service is not configured correctly.')
  }
}

/**
 * Returns a sentence "NAME: reason" for each invalid or missing environment variable, and for each
 * setting without another one that it needs. The sentences contain no values, because most
 * variables are secrets.
 */
export function environmentProblems(given: object): string[] {
  const { error } = VARIABLES.safeParse(given)
  const reasons = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    // Only the first element is shown: the others can be names of keys that the operator put into a
    // secret.
    const name = String(path[0])
    if (!reasons.has(name)) reasons.set(name, isSet(given, name) ? message : NOT_SET)
  }
  return [...[...reasons].map(([name, reason]) => `${name}: ${reason}`), ...missingPartners(given)]
}

const NOT_SET = 'is not set'

const isSet = (given: object, name: string): boolean => {
  const value: unknown = Reflect.get(given, name)
  return value !== undefined && value !== ''
}

/**
 * Settings that work only together: Stripe takes money but reports no payment, or the REST API of
 * screenshots is never used.
 */
const PAIRS: readonly (readonly [keyof Environment, keyof Environment])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['BROWSER_RENDERING_TOKEN', 'BROWSER_RENDERING_ACCOUNT_ID'],
]

const CREDENTIALS_OF_PROVIDERS: Record<string, keyof Environment> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_API_KEY',
  workers_ai: 'AI',
}

function missingPartners(given: object): string[] {
  const provider: unknown = Reflect.get(given, 'LLM_PROVIDER')
  const credential = typeof provider === 'string' ? CREDENTIALS_OF_PROVIDERS[provider] : undefined
  const needs = [
    ...PAIRS.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
    ...(credential === undefined ? [] : [['LLM_PROVIDER', credential] as const]),
  ]
  return needs
    .filter(([name, needed]) => isSet(given, name) && !isSet(given, needed))
    .map(([name, needed]) => `${needed}: ${NOT_SET}, but ${name} needs it`)
}

interface Checked {
  environment: Environment | undefined
  invalid: string[]
}

const environments = new WeakMap<object, Checked>()

/**
 * Checks the environment once per isolate. The log contains the names of invalid variables, never
 * their values.
 */
function checked(given: object): Checked {
  const known = environments.get(given)
  if (known !== undefined) return known
  const problems = environmentProblems(given)
  if (problems.length > 0) log({ event: 'config.invalid', problems: problems.join('; ') })
  // The deployment creates the bindings from wrangler.toml, so they are not checked.
  const environment =
    problems.length === 0 ? ({ ...given, ...VARIABLES.parse(given) } as Environment) : undefined
  const invalid = [...new Set(problems.map((problem) => problem.slice(0, problem.indexOf(':'))))]
  environments.set(given, { environment, invalid })
  return { environment, invalid }
}

/** Returns the names of the invalid or missing variables of the Worker's environment. */
export const invalidVariables = (given: object): string[] => checked(given).invalid

/**
 * Parses the environment of the Worker (variables, secrets and bindings). Throws
 * ConfigurationInvalid if one variable is invalid.
 */
export function readEnvironment(given: object): Environment {
  const { environment } = checked(given)
  if (environment === undefined) throw new ConfigurationInvalid()
  return environment
}
