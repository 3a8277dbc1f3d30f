import Stripe from 'stripe'
import { z } from 'zod'
import { HANDLED_EVENTS } from '../../shared/billing/stripe/handled-events.ts'
import { changeFor } from '../../shared/billing/stripe/refusals.ts'
import { isRefusal } from '../../shared/billing/stripe/stripe-call.ts'
import { SubscriptionPlan, VARS } from '../../shared/platform/environment.ts'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { DeployRefused } from './world.ts'

/** Path of the route that receives Stripe's events (workers/billing/contract.ts). */
const WEBHOOK_PATH = '/billing/stripe/webhook'
const CALL_TIMEOUT_MS = 20_000
const RETRIES_MAX = 2
const PAGE_SIZE = 100
const OBJECTS_MAX = 1_000

/**
 * One plan of STRIPE_PLANS. Amounts are in the smallest unit of the currency: `unit_amount` per
 * month, `overage_unit_amount` for each analysis beyond the quota.
 * Customers cannot subscribe to these plans themselves. The operator starts subscriptions in
 * Stripe's dashboard.
 */
const WantedPlan = z.strictObject({
  tier: SubscriptionPlan.shape.tier,
  name: z.string().min(1).max(250),
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: z.number().int().min(1).max(99_999_999),
  overage_unit_amount: z.number().int().min(1).max(99_999_999).optional(),
})
type WantedPlan = z.infer<typeof WantedPlan>

export interface StripeSetupInput {
  secretKey: string
  publicUrl: string
  /**
   * These settings are read: SUBSCRIPTION_PLANS, STRIPE_PLANS, STRIPE_METER_EVENT,
   * STRIPE_WEBHOOK_SECRET, DEPLOY_PREFIX and DEPLOY_NAME.
   */
  settings: Readonly<Record<string, string>>
  fetch: Fetch
  /** If true, only reads from Stripe and says what would be created. */
  dryRun: boolean
}

interface Setup {
  stripe: Stripe
  input: StripeSetupInput
  /** Identifies this deployment in the metadata and lookup keys of its objects at Stripe. */
  prefix: string
  made: Record<string, string>
  lines: string[]
}

/**
 * Creates the missing meter, prices, portal settings and webhook endpoint at Stripe. A repeated
 * call finds these objects again. Returns settings for the Worker, for example ids of these
 * objects, and lines to print. Throws DeployRefused.
 */
export async function setUpStripe(
  input: StripeSetupInput,
): Promise<{ settings: Record<string, string>; lines: string[] }> {
  const mode = modeOf(input.secretKey)
  const stripe = new Stripe(input.secretKey, {
    httpClient: Stripe.createFetchHttpClient((url, init) =>
      input.fetch(url instanceof Request ? url.url : String(url), init ?? {}),
    ),
    maxNetworkRetries: RETRIES_MAX,
    timeout: CALL_TIMEOUT_MS,
    telemetry: false,
  })
  const setup: Setup = {
    stripe,
    input,
    prefix: input.settings.DEPLOY_PREFIX ?? input.settings.DEPLOY_NAME ?? 'attribution',
    made: {},
    lines: [`the key is a ${mode} key`],
  }
  try {
    await checkAccount(setup)
    await setUpPlans(setup)
    await setUpPortal(setup)
    // The webhook endpoint comes last, because Stripe shows its signing secret only once. A later
    // step could fail, and the secret would be lost.
    await setUpWebhook(setup)
  } catch (error) {
    if (isRefusal(error)) throw new DeployRefused(changeFor(error))
    if (error instanceof Stripe.errors.StripeError)
      throw new DeployRefused('Stripe does not answer: try again later.')
    throw error
  }
  return { settings: setup.made, lines: setup.lines }
}

/** A secret key contains its mode, test or live (Stripe documentation, page API keys). */
function modeOf(secretKey: string): 'test' | 'live' {
  const [, mode] = /^[sr]k_(test|live)_/.exec(secretKey) ?? []
  if (mode === 'test' || mode === 'live') return mode
  const hint = secretKey.startsWith('pk_') ? ' This is the publishable key.' : ''
  throw new DeployRefused(
    `STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.${hint}`,
  )
}

function readSetting<Schema extends z.ZodType>(
  setup: Setup,
  name: string,
  schema: Schema,
  otherwise: string,
) {
  const parsed = schema.safeParse(setup.input.settings[name] ?? otherwise)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new DeployRefused(
    `${name} is not valid: ${[...(issue?.path ?? []), issue?.message].join(' ')}.`,
  )
}

const parsedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('it must be JSON')
    return z.NEVER
  }
})

/** Makes a change at Stripe. A dry run only says what would be changed. */
async function change<Answer>(
  setup: Setup,
  what: string,
  make: () => Promise<Answer>,
): Promise<Answer | null> {
  if (setup.input.dryRun) {
    setup.lines.push(`would create ${what}`)
    return null
  }
  const answer = await make()
  setup.lines.push(`created ${what}`)
  return answer
}

async function checkAccount({ stripe, input, lines }: Setup): Promise<void> {
  try {
    const {
      charges_enabled: isActivated,
      business_profile: profile,
      settings,
    } = await stripe.accounts.retrieveCurrent()
    if (!isActivated && modeOf(input.secretKey) === 'live')
      lines.push(
        'the account cannot take payments yet: complete its activation in the Stripe dashboard',
      )
    if (!profile?.name && !settings?.dashboard.display_name)
      lines.push(
        'the account has no name, so Stripe refuses checkouts: set a business name in the Stripe dashboard',
      )
  } catch (error) {
    // A key without the permission to read the account is accepted, because nothing else needs this
    // permission.
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
  }
}

async function setUpPlans(setup: Setup): Promise<void> {
  const wanted = readSetting(
    setup,
    'STRIPE_PLANS',
    parsedJson.pipe(z.array(WantedPlan).max(3)),
    '[]',
  )
  if (wanted.length === 0) return checkPlans(setup)
  const isMetered = wanted.some(({ overage_unit_amount: amount }) => amount !== undefined)
  const meter = isMetered ? await requireMeter(setup) : null
  const plans: (SubscriptionPlan | null)[] = []
  for (const plan of wanted) plans.push(await setUpPlan(setup, plan, meter))
  const complete = plans.filter((plan) => plan !== null)
  if (complete.length === wanted.length) setup.made.SUBSCRIPTION_PLANS = JSON.stringify(complete)
}

/**
 * Checks the prices of the plans at Stripe. Without this check, a customer would be the first to
 * notice a wrong price.
 */
async function checkPlans(setup: Setup): Promise<void> {
  const plans = readSetting(setup, 'SUBSCRIPTION_PLANS', VARS.SUBSCRIPTION_PLANS, '[]')
  if (plans.length === 0)
    return void setup.lines.push('no subscription plans: customers buy credit packs')
  const meter = plans.some(({ overage_price: price }) => price !== undefined)
    ? await requireMeter(setup)
    : null
  for (const { tier, price, overage_price: overage, overage_unit_amount: cents } of plans) {
    requireUsage(await retrievePrice(setup, price), 'licensed', null)
    if (overage === undefined) continue
    const metered = await retrievePrice(setup, overage)
    requireUsage(metered, 'metered', meter)
    if (metered.unit_amount !== cents)
      setup.lines.push(
        `overage_unit_amount of the plan ${tier} is ${cents}, but the price ${overage} is ${metered.unit_amount ?? 'tiered'}: customers see a wrong projected cost`,
      )
  }
  setup.lines.push(`the prices of ${plans.length} plans exist`)
}

async function retrievePrice({ stripe, input }: Setup, id: string): Promise<Stripe.Price> {
  try {
    return await stripe.prices.retrieve(id)
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'resource_missing') throw error
    const mode = modeOf(input.secretKey)
    throw new DeployRefused(
      `SUBSCRIPTION_PLANS names ${id}, which Stripe does not know in ${mode} mode.`,
    )
  }
}

function requireUsage(
  { id, active, recurring }: Stripe.Price,
  usage: 'licensed' | 'metered',
  meter: string | null,
) {
  if (!active)
    throw new DeployRefused(`The price ${id} is archived: activate it in the Stripe dashboard.`)
  if (recurring?.usage_type !== usage)
    throw new DeployRefused(`The price ${id} must be a recurring ${usage} price.`)
  if (meter !== null && recurring.meter !== meter)
    throw new DeployRefused(`The price ${id} does not count the meter of STRIPE_METER_EVENT.`)
}

/**
 * Returns the id of the active meter, and creates the meter if it is missing. Two meters cannot
 * have the same event name. Returns null in a dry run if the meter is missing.
 */
async function requireMeter(setup: Setup): Promise<string | null> {
  const eventName = readSetting(
    setup,
    'STRIPE_METER_EVENT',
    VARS.STRIPE_METER_EVENT,
    'analysis_overage',
  )
  const meters = await setup.stripe.billing.meters
    .list({ status: 'active', limit: PAGE_SIZE })
    .autoPagingToArray({ limit: OBJECTS_MAX })
  const known = meters.find(({ event_name: name }) => name === eventName)
  if (known !== undefined) {
    setup.lines.push(`the meter ${eventName} exists`)
    return known.id
  }
  const meter = await change(setup, `the meter ${eventName}`, () =>
    setup.stripe.billing.meters.create({
      display_name: 'Analyses beyond the quota',
      event_name: eventName,
      default_aggregation: { formula: 'sum' },
      customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
      value_settings: { event_payload_key: 'value' },
    }),
  )
  return meter?.id ?? null
}

async function setUpPlan(
  setup: Setup,
  plan: WantedPlan,
  meter: string | null,
): Promise<SubscriptionPlan | null> {
  const { tier, name, unit_amount: amount, overage_unit_amount: overage } = plan
  const monthly = await requirePrice(setup, plan, `${setup.prefix}_${tier}_monthly`, {
    currency: plan.currency,
    unit_amount: amount,
    product_data: { name, metadata: { deployment: setup.prefix } },
    recurring: { interval: 'month' },
  })
  if (overage === undefined)
    return monthly === null
      ? null
      : { tier, price: monthly.id, overage_unit_amount: 0, currency: plan.currency }
  const product = typeof monthly?.product === 'string' ? monthly.product : monthly?.product.id
  const metered = await requirePrice(setup, plan, `${setup.prefix}_${tier}_overage`, {
    currency: plan.currency,
    unit_amount: overage,
    nickname: 'Analysis beyond the quota',
    ...(product === undefined ? {} : { product }),
    recurring: { interval: 'month', usage_type: 'metered', ...(meter === null ? {} : { meter }) },
  })
  if (monthly === null || metered === null) return null
  return {
    tier,
    price: monthly.id,
    overage_price: metered.id,
    overage_unit_amount: overage,
    currency: plan.currency,
  }
}

/**
 * Returns the price and creates it if it is missing. Throws if it exists with a different amount:
 * Stripe cannot change the amount of a price, and with a new price the subscribers of the old price
 * would lose their tier.
 */
async function requirePrice(
  setup: Setup,
  { tier }: WantedPlan,
  lookupKey: string,
  wanted: Stripe.PriceCreateParams & { unit_amount: number },
): Promise<Stripe.Price | null> {
  // Archived prices are listed too, because they keep their lookup key.
  const { data } = await setup.stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 })
  const [known] = data
  const { currency, unit_amount: amount } = wanted
  if (known === undefined)
    return change(setup, `the price ${lookupKey}`, () =>
      setup.stripe.prices.create({
        ...wanted,
        lookup_key: lookupKey,
        metadata: { deployment: setup.prefix },
      }),
    )
  requireUsage(
    known,
    wanted.recurring?.usage_type === 'metered' ? 'metered' : 'licensed',
    wanted.recurring?.meter ?? null,
  )
  if (known.unit_amount !== amount || known.currency !== currency)
    throw new DeployRefused(
      `The price ${lookupKey} of the plan ${tier} is ${known.unit_amount ?? 'tiered'} ${known.currency} at Stripe, but STRIPE_PLANS says ${amount} ${currency}: prices cannot be changed, so correct STRIPE_PLANS.`,
    )
  setup.lines.push(`the price ${lookupKey} exists`)
  return known
}

/**
 * In the portal, customers see invoices, change cards and end a subscription. They can change their
 * email address only at the identity provider.
 */
async function setUpPortal(setup: Setup): Promise<void> {
  const { stripe, prefix, made } = setup
  const portals = await stripe.billingPortal.configurations
    .list({ active: true, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: OBJECTS_MAX })
  const known = portals.find(({ metadata }) => metadata?.deployment === prefix)
  if (known !== undefined) setup.lines.push('the customer portal is set up')
  const portal =
    known ??
    (await change(setup, 'the settings of the customer portal', () =>
      stripe.billingPortal.configurations.create({
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
        },
        metadata: { deployment: prefix },
      }),
    ))
  // Portal settings that were created with the API are not the account's default, so the Worker
  // must send their id.
  if (portal !== null) made.STRIPE_PORTAL_CONFIGURATION = portal.id
}

async function setUpWebhook(setup: Setup): Promise<void> {
  const { stripe, input, prefix, made, lines } = setup
  const url = new URL(WEBHOOK_PATH, input.publicUrl).href
  const endpoints = await stripe.webhookEndpoints
    .list({ limit: PAGE_SIZE })
    .autoPagingToArray({ limit: OBJECTS_MAX })
  const known = endpoints.find((endpoint) => endpoint.url === url)
  if (known !== undefined) return repairWebhook(setup, known)
  const endpoint = await change(setup, `the webhook endpoint ${url}`, () =>
    stripe.webhookEndpoints.create({
      url,
      enabled_events: [...HANDLED_EVENTS],
      api_version: Stripe.API_VERSION,
      description: 'Domain Attribution Service',
      metadata: { deployment: prefix },
    }),
  )
  if (endpoint?.secret !== undefined) {
    made.STRIPE_WEBHOOK_SECRET = endpoint.secret
    lines.push('the signing secret of the webhook endpoint is set as STRIPE_WEBHOOK_SECRET')
  }
}

async function repairWebhook(
  { stripe, input, lines }: Setup,
  known: Stripe.WebhookEndpoint,
): Promise<void> {
  const missing = HANDLED_EVENTS.filter(
    (type) => !known.enabled_events.includes(type) && !known.enabled_events.includes('*'),
  )
  const isEnabled = known.status === 'enabled'
  if (missing.length === 0 && isEnabled) lines.push('the webhook endpoint exists')
  else if (input.dryRun) lines.push('would enable the webhook endpoint and its events')
  else {
    await stripe.webhookEndpoints.update(known.id, {
      enabled_events: [...HANDLED_EVENTS],
      disabled: false,
    })
    lines.push('enabled the webhook endpoint and its events')
  }
  if (known.api_version !== Stripe.API_VERSION)
    lines.push(
      `the webhook endpoint sends the version ${known.api_version ?? 'of the account'} of Stripe's API: to get ${Stripe.API_VERSION}, delete it in the Stripe dashboard and STRIPE_WEBHOOK_SECRET here, and run this again`,
    )
  if (input.settings.STRIPE_WEBHOOK_SECRET === undefined)
    lines.push(
      'STRIPE_WEBHOOK_SECRET is not among the settings here: if the Worker does not have it, copy it from the Stripe dashboard, page Developers > Webhooks, or delete the endpoint there and run this again',
    )
}
