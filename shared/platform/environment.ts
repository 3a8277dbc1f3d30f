import type { Ai, DurableObjectNamespace, Queue, R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { MINUTE_MS } from './clock.ts'
import { COMPANY_REGISTER_IDS } from './company-register-ids.ts'
import { HmacKeysText, SigningKeysText } from './crypto/signature-keys.ts'
import { INDEX_SOURCES } from './index-source-ids.ts'
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

const requestsPerSecond = z.number().min(0.001).max(10_000)

const optionalSecret = z
  .string()
  .transform((key) => (key === '' ? undefined : key))
  .optional()

/** ISO 4217, in lower case. */
const currency = z.string().regex(/^[a-z]{3}$/)

/** `unit_amount` is the price in the smallest unit of the currency, for example cents. */
export const CreditPack = z.object({
  id: z.string().regex(/^[a-z0-9_]{1,64}$/),
  credits: z.number().int().min(1).max(10_000_000),
  unit_amount: z.number().int().min(1).max(99_999_999),
  currency,
})
export type CreditPack = z.infer<typeof CreditPack>

/**
 * `price` and `overage_price` are ids of Stripe prices. `overage_unit_amount` is the price in cents
 * of an analysis beyond the monthly quota.
 */
export const SubscriptionPlan = z.object({
  tier: z.enum(['pro', 'team', 'enterprise']),
  price: z.string().min(1),
  overage_price: z.string().min(1).optional(),
  overage_unit_amount: z.number().int().min(0).default(0),
  currency: currency.optional(),
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
  /** Monitors read a changed domain a second time by another service, so there are two or more. */
  DNS_SERVICES: json(
    z
      .array(z.string().regex(/^[a-z0-9.-]{1,253}$/, 'must be host names in lower case'))
      .min(2, 'must be two to five hosts')
      .max(5, 'must be two to five hosts')
      .refine((hosts) => new Set(hosts).size === hosts.length, 'must be different hosts'),
  ),
  WHOIS_PROXY: z.string().regex(/^$|^[^:\s]+:\d{1,5}$/, 'must be host:port or empty'),
  ADDITIONAL_ROOT_CERTIFICATES: z
    .string()
    .max(32_000)
    .regex(/^$|^-----BEGIN CERTIFICATE-----/, 'must be certificates in PEM, or empty'),
  TENANT_LOOKUPS: flag,
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
  REGISTRATION_CACHE_HOURS: whole(0, 168),
  CERTIFICATE_LOG_REQUESTS_PER_MINUTE: json(
    z.object({
      'crt.sh': z.number().min(0.1).max(60_000),
      'api.certspotter.com': z.number().min(0.1).max(60_000),
    }),
  ),
  REGISTRY_REQUESTS_PER_SECOND: json(
    z.object({ default: requestsPerSecond }).catchall(requestsPerSecond),
  ),
  REGISTRY_REQUESTS_PER_DAY: json(z.record(z.string(), z.number().int().min(1).max(10_000_000))),
  /** Registers that may be asked. One that needs a key is not asked without it. */
  COMPANY_REGISTERS: json(z.array(z.enum(COMPANY_REGISTER_IDS))),
  DOMAIN_INDEX_SOURCES: json(z.array(z.enum(INDEX_SOURCES))),
  CORRELATION_CACHE_DAYS: whole(0, 365),
  MONITOR_CADENCE_SECONDS: json(
    z.object({
      hourly: z.number().int().min(1),
      daily: z.number().int().min(1),
      weekly: z.number().int().min(1),
    }),
  ),
  /** Shortest and longest time between the two observations that confirm a change. */
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
  FEEDBACK_PER_DAY: whole(0, 10_000),
  SHARES_MAX: whole(0, 100_000),
  CREDIT_PACKS: json(z.array(CreditPack).min(1)),
  SUBSCRIPTION_PLANS: json(z.array(SubscriptionPlan)),
  STRIPE_METER_EVENT: z.string().min(1).max(100),
  // Id of Stripe's settings for the customer portal. If it is empty, Stripe uses the settings of
  // its dashboard.
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
  /** `auto`: the first provider with a key, else Workers AI. `none`: only customers' own keys. */
  LLM_PROVIDER: z.enum(['auto', 'anthropic', 'openai', 'google', 'workers_ai', 'none']),
  LLM_MODELS: json(
    z.object({
      anthropic: z.string().min(1),
      openai: z.string().min(1),
      google: z.string().min(1),
      workers_ai: z.string().min(1),
    }),
  ),
  /** US dollars per million tokens: [input, output]. */
  LLM_PRICES: json(z.record(z.string(), z.tuple([z.number().min(0), z.number().min(0)]))),
  LLM_DAILY_TOKENS: whole(0, 1_000_000_000),
  LLM_KEY_SAVES_PER_HOUR: whole(0, 1_000),
  /** Deep analyses of sites that cannot be read ask the Internet Archive for a copy. 0: never. */
  ARCHIVE_REQUESTS_PER_MINUTE: whole(0, 60_000),
  BROWSER_RENDERING_ACCOUNT_ID: z.string().regex(/^[0-9a-zA-Z_-]{0,64}$/),
  /** The first key signs new certificates; the others still verify old ones. */
  CERTIFICATE_HMAC_KEYS: HmacKeysText,
  CERTIFICATE_SIGNING_KEYS: SigningKeysText,
  // Keys that sign requests to web sites (Web Bot Auth). Without them, requests are not signed.
  BOT_SIGNING_KEYS: z
    .string()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(SigningKeysText.optional())
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be postgresql://…' }),
  // Key of WhoisXML. Without it, requests for WHOIS history and for the domains of an operator get
  // HTTP status 503.
  REVERSE_WHOIS_API_KEY: optionalSecret,
  // Key of SSLMate's Cert Spotter. With it, more requests are allowed, and Cert Spotter is asked
  // before crt.sh.
  CERTSPOTTER_API_KEY: optionalSecret,
  /** User name and password of the CVR register (Denmark), separated by a colon. */
  CVR_CREDENTIALS: optionalSecret,
  NZBN_API_KEY: optionalSecret,
  COMPANIES_HOUSE_API_KEY: optionalSecret,
  /** GUID for ABN Lookup (Australia). */
  ABR_GUID: optionalSecret,
  ANTHROPIC_API_KEY: optionalSecret,
  OPENAI_API_KEY: optionalSecret,
  GOOGLE_API_KEY: optionalSecret,
  // API token with the permission "Browser Rendering: Edit". Without this token and without the
  // binding BROWSER, there are no screenshots and no pages that only scripts draw.
  BROWSER_RENDERING_TOKEN: optionalSecret,
  ENRICHMENT_API_KEY: optionalSecret,
  STRIPE_SECRET_KEY: optionalSecret,
  STRIPE_WEBHOOK_SECRET: optionalSecret,
  /** Signs the links in emails for downloads and for unsubscribing. */
  EXPORT_LINK_KEY: z.string().min(32),
  /** Key of Resend. Without it, no emails are sent. */
  RESEND_API_KEY: optionalSecret,
  UPSTASH_REDIS_REST_URL: webAddress(),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
  // Supabase key `sb_secret_…`. It deletes the user of a closed account, and it lets this service
  // pass on the client's address at sign-in. An old `service_role` key can only delete.
  IDP_SERVICE_KEY: z.string().min(1),
  /** Needed only for Supabase projects that sign tokens with a shared secret (HS256). */
  IDP_JWT_SECRET: optionalSecret.refine(
    (secret) => secret === undefined || secret.length >= 32,
    'must have at least 32 characters',
  ),
  // Secret keys (peppers) for the digests of API keys, the current one first. A version begins with
  // a letter, because JavaScript objects move keys that look like integers to the front.
  API_KEY_PEPPER: json(
    z
      .record(z.string().regex(/^[a-z][a-z0-9]{0,7}$/), z.string().min(16))
      .refine((peppers) => Object.keys(peppers).length > 0, 'must name a pepper'),
  ),
  // Keys for encryption, the current one first. A version begins with a letter, because JavaScript
  // objects move keys that look like integers to the front.
  SEAL_KEYS: json(
    z
      .record(z.string().regex(/^[a-z][a-z0-9]{0,7}$/), z.string().regex(/^[A-Za-z0-9+/]{43}=$/))
      .refine((keys) => Object.keys(keys).length > 0, 'must name a key'),
  ),
} as const

/** The member `quickAction` needs no API token (Cloudflare documentation, Browser Run binding). */
export interface BrowserBinding {
  quickAction(action: 'screenshot' | 'content', request: object): Promise<Response>
}

/** The path of `url` selects the file; the host name is ignored. */
export interface StaticAssets {
  fetch(url: string): Promise<Response>
}

/**
 * Counts the requests to all isolates of a data center together (Cloudflare documentation, Rate
 * limiting API).
 */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

interface Bindings {
  JOBS: DurableObjectNamespace
  JOB_GROUPS: DurableObjectNamespace
  SUBDOMAINS: DurableObjectNamespace
  TURNS: DurableObjectNamespace
  ANALYSIS_QUEUE: Queue<QueueMessage>
  BULK_ANALYSIS_QUEUE: Queue<QueueMessage>
  BULK_DEEP_QUEUE: Queue<QueueMessage>
  WEBHOOKS_QUEUE: Queue<QueueMessage>
  CORRELATION_QUEUE: Queue<QueueMessage>
  CHECKS_QUEUE: Queue<QueueMessage>
  LONG_CHECKS_QUEUE: Queue<QueueMessage>
  BULK_QUEUE: Queue<QueueMessage>
  EXPORTS_QUEUE: Queue<QueueMessage>
  EMAILS_QUEUE: Queue<QueueMessage>
  DOMAIN_INDEX_QUEUE: Queue<QueueMessage>
  EXPORTS: R2Bucket
  DOMAIN_INDEX: R2Bucket
  ASSETS: StaticAssets
  AI?: Ai | undefined
  BROWSER?: BrowserBinding | undefined
  ADDRESS_LIMITER?: RateLimiter | undefined
}

const VARIABLES = z.object(VARS)
export type Environment = z.output<typeof VARIABLES> & Bindings

/** The message is sent in API responses, so it names no variable. */
export class ConfigurationInvalid extends Error {
  override name = 'ConfigurationInvalid'

  constructor() {
    super(
      'The service is not configured. Its log names the variables; docs/operations.md explains them.',
    )
  }
}

/** One "NAME: reason" for each problem, without values, because most variables are secrets. */
export function environmentProblems(given: object): string[] {
  const { error } = VARIABLES.safeParse(given)
  const reasons = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    // Only the first element of the path is shown, because the other elements can be names of keys
    // inside a secret.
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

// Variables that must be set in pairs. With only the first Stripe variable, Stripe would take money
// and report no payment; with only one browser variable, no screenshot would be taken.
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

// Each environment is parsed once per isolate. The log names invalid variables, never their values.
function checked(given: object): Checked {
  const known = environments.get(given)
  if (known !== undefined) return known
  const problems = environmentProblems(given)
  if (problems.length > 0) log({ event: 'config.invalid', problems: problems.join('; ') })
  // Bindings are not checked, because the deployment creates them.
  const environment =
    problems.length === 0 ? ({ ...given, ...VARIABLES.parse(given) } as Environment) : undefined
  const invalid = [...new Set(problems.map((problem) => problem.slice(0, problem.indexOf(':'))))]
  environments.set(given, { environment, invalid })
  return { environment, invalid }
}

export const invalidVariables = (given: object): string[] => checked(given).invalid

/** Throws ConfigurationInvalid if a variable is missing or invalid. */
export function readEnvironment(given: object): Environment {
  const { environment } = checked(given)
  if (environment === undefined) throw new ConfigurationInvalid()
  return environment
}
