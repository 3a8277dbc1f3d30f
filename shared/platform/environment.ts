import type { Ai, DurableObjectNamespace, Queue, R2Bucket } from '@cloudflare/workers-types'
import { z } from 'zod'
import { MINUTE_MS } from './clock.ts'
import { HmacKeysText, SigningKeysText } from './crypto/signature-keys.ts'
import { log } from './log.ts'
import type { QueueMessage } from './queue-messages.ts'

/** A var of wrangler.toml that holds a whole number. */
const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(low).max(high))

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A var whose text is JSON of the given shape. */
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

/** A secret that need not be there; an empty one is none. */
const optionalSecret = z
  .string()
  .transform((key) => (key === '' ? undefined : key))
  .optional()

/** What can be bought once: amounts in the currency's smallest unit. */
export const CreditPack = z.object({
  id: z.string().regex(/^[a-z0-9_]{1,64}$/),
  credits: z.number().int().min(1).max(10_000_000),
  unit_amount: z.number().int().min(1).max(99_999_999),
  currency: z.string().regex(/^[a-z]{3}$/),
})
export type CreditPack = z.infer<typeof CreditPack>

/** A tier's Stripe prices: the plan, and the metered one of overage with what one analysis beyond the quota costs, in cents. */
export const SubscriptionPlan = z.object({
  tier: z.enum(['pro', 'team', 'enterprise']),
  price: z.string().min(1),
  overage_price: z.string().min(1).optional(),
  overage_unit_amount: z.number().int().min(0).default(0),
})
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

/** Every var and secret by name. */
export const VARS = {
  COMMIT: z.string().min(1),
  PUBLIC_URL: z.url(),
  DASHBOARD_ORIGINS: z.string().transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  ),
  SANDBOX_DOMAIN: z.string().min(1),
  USER_AGENT: z.string().min(1),
  WHOIS_PROXY: z.string().regex(/^$|^[^:\s]+:\d{1,5}$/, 'must be host:port or empty'),
  IDP_URL: z.url(),
  IDP_PUBLISHABLE_KEY: z.string().min(1),
  ALLOW_INSECURE_CALLBACKS: flag,
  WAIT_BUDGET_MS: whole(0, 25_000),
  QUICK_DEADLINE_MS: whole(500, 25_000),
  JOB_DEADLINE_MS: whole(5_000, 15 * MINUTE_MS),
  QUICK_BATCH_MAX_DOMAINS: whole(1, 50),
  BULK_MAX_DOMAINS: whole(1, 100_000),
  BULK_EXPORT_LINK_HOURS: whole(1, 168),
  EMAIL_FROM: z.string().regex(/^[^\r\n]{1,200}$/, 'must be one line'),
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
  PORTFOLIO_CACHE_DAYS: whole(0, 365),
  PORTFOLIO_MAX_DOMAINS: whole(1, 1_000),
  SUBDOMAIN_CACHE_HOURS: whole(0, 8_760),
  CORRELATION_CACHE_DAYS: whole(0, 365),
  CREDIT_PACKS: json(z.array(CreditPack).min(1)),
  SUBSCRIPTION_PLANS: json(z.array(SubscriptionPlan)),
  STRIPE_METER_EVENT: z.string().min(1).max(100),
  RATE_LIMITS_PER_MINUTE: json(
    z.object({
      free: z.number().int().positive(),
      pro: z.number().int().positive(),
      team: z.number().int().positive(),
      enterprise: z.number().int().positive(),
    }),
  ),
  WEBHOOK_RETRY_SECONDS: json(z.array(z.number().int().min(1).max(43_200)).min(1).max(50)),
  /** auto: the first provider whose key is there, then Workers AI if it is bound; none: only customers' own keys. */
  LLM_PROVIDER: z.enum(['auto', 'anthropic', 'openai', 'google', 'workers_ai', 'none']),
  LLM_MODELS: json(
    z.object({
      anthropic: z.string().min(1),
      openai: z.string().min(1),
      google: z.string().min(1),
      workers_ai: z.string().min(1),
    }),
  ),
  /** US dollars for a million tokens of input and of output, by model. */
  LLM_PRICES: json(z.record(z.string(), z.tuple([z.number().min(0), z.number().min(0)]))),
  LLM_DAILY_TOKENS: whole(0, 1_000_000_000),
  LLM_KEY_SAVES_PER_HOUR: whole(0, 1_000),
  BROWSER_RENDERING_ACCOUNT_ID: z.string().regex(/^[0-9a-zA-Z_-]{0,64}$/),
  /** Secrets. */
  /** JSON { "<key_id>": "<base64 of 32 bytes>" }, the first one current: certificates are signed with it, and checked with any of them. */
  CERTIFICATE_HMAC_KEYS: HmacKeysText,
  /** JSON list of Ed25519 JWKs with `kid`, the first one private and current. The public parts are published. */
  CERTIFICATE_SIGNING_KEYS: SigningKeysText,
  DATABASE_URL: z.string().startsWith('postgres'),
  /** WhoisXML API. Without it portfolios and external history answer 503; all else works. */
  REVERSE_WHOIS_API_KEY: optionalSecret,
  /** The service's own keys for language models, each optional: without any, and without Workers AI, evidence is read by rules alone. */
  ANTHROPIC_API_KEY: optionalSecret,
  OPENAI_API_KEY: optionalSecret,
  GOOGLE_API_KEY: optionalSecret,
  /** A token with the permission Browser Rendering: Edit. Without it, and without the binding, no screenshots are taken. */
  BROWSER_RENDERING_TOKEN: optionalSecret,
  /** People Data Labs. Without it companies are not looked up. */
  ENRICHMENT_API_KEY: optionalSecret,
  /** Without Stripe's key nothing can be bought; all else works. */
  STRIPE_SECRET_KEY: optionalSecret,
  STRIPE_WEBHOOK_SECRET: optionalSecret,
  /** Links in mails are signed with it: exports, unsubscribing. */
  EXPORT_LINK_KEY: z.string().min(32),
  /** Without Resend's key no mail is sent; all else works. */
  RESEND_API_KEY: optionalSecret,
  UPSTASH_REDIS_REST_URL: z.url(),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
  /** The identity provider's service key (Supabase: secret key): deletes users whose account was closed. */
  IDP_SERVICE_KEY: z.string().min(1),
  /**
   * JSON { "<version>": "<secret>" }, the first one current: digests of API keys are made with it. A version begins with a letter,
   * since JSON objects put names that are numbers first.
   */
  API_KEY_PEPPER: json(
    z
      .record(z.string().regex(/^[a-z][a-z0-9]{0,7}$/), z.string().min(16))
      .refine((peppers) => Object.keys(peppers).length > 0, 'must name a pepper'),
  ),
  /**
   * JSON { "<version>": "<base64 of 32 bytes>" }, the first one current: what must be read again (webhook secrets, customers' LLM keys)
   * is sealed with it. A version begins with a letter, since JSON objects put names that are numbers first.
   */
  SEAL_KEYS: json(
    z
      .record(z.string().regex(/^[a-z][a-z0-9]{0,7}$/), z.string().regex(/^[A-Za-z0-9+/]{43}=$/))
      .refine((keys) => Object.keys(keys).length > 0, 'must name a key'),
  ),
} as const

/** Screenshots by Browser Rendering without a token (Cloudflare documentation, Browser Run binding, `quickAction`). */
export interface BrowserBinding {
  quickAction(action: 'screenshot', request: object): Promise<Response>
}

/** The static assets. The binding looks at the path only and resolves no host. */
export interface StaticAssets {
  fetch(url: string): Promise<Response>
}

const queue = () => z.custom<Queue<QueueMessage>>()
const objects = () => z.custom<DurableObjectNamespace>()

/** Every binding by name. AI and BROWSER exist only where the deployment has them. */
const BINDINGS = {
  JOBS: objects(),
  JOB_GROUPS: objects(),
  SUBDOMAINS: objects(),
  ANALYSIS_QUEUE: queue(),
  BULK_ANALYSIS_QUEUE: queue(),
  WEBHOOKS_QUEUE: queue(),
  CORRELATION_QUEUE: queue(),
  BULK_QUEUE: queue(),
  EXPORTS_QUEUE: queue(),
  EMAILS_QUEUE: queue(),
  EXPORTS: z.custom<R2Bucket>(),
  ASSETS: z.custom<StaticAssets>(),
  AI: z.custom<Ai>().optional(),
  BROWSER: z.custom<BrowserBinding>().optional(),
} as const

const ENVIRONMENT = z.object({ ...VARS, ...BINDINGS })
export type Environment = z.output<typeof ENVIRONMENT>

/** A var or secret is wrong. The log names it; a caller reads only the message. */
export class ConfigurationInvalid extends Error {
  override name = 'ConfigurationInvalid'

  constructor() {
    super('The service is not configured correctly.')
  }
}

const environments = new WeakMap<object, Environment>()
const problems = new WeakMap<Environment, string[]>()

/**
 * The environment that the runtime gives, parsed once per isolate. Reading a var that is wrong throws ConfigurationInvalid, so that only
 * work that needs it stops; the log gets the names and reasons of all that are wrong, never their values.
 */
export function readEnvironment(given: object): Environment {
  const known = environments.get(given)
  if (known !== undefined) return known
  const { success, data, error } = ENVIRONMENT.safeParse(given)
  const environment = success ? data : guarded(given, error.issues)
  environments.set(given, environment)
  return environment
}

/** The vars that are wrong, each with its reason; empty when all are right. */
export const configurationProblems = (environment: Environment): readonly string[] => problems.get(environment) ?? []

/** The vars that are right, each by itself, and in the place of each other one a getter that throws. */
function guarded(given: object, issues: z.core.$ZodIssue[]): Environment {
  const environment = {}
  for (const [name, schema] of Object.entries(ENVIRONMENT.shape)) {
    const read = schema.safeParse(Reflect.get(given, name))
    const get = () => {
      if (!read.success) throw new ConfigurationInvalid()
      return read.data
    }
    Object.defineProperty(environment, name, { get, enumerable: read.success })
  }
  const wrong = issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  log({ event: 'config.invalid', problems: wrong.join('; ') })
  // Each property is that of its schema, which the loop hides from the compiler.
  const made = environment as Environment
  problems.set(made, wrong)
  return made
}
