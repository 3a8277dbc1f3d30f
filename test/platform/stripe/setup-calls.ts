import Stripe from 'stripe'
import { z } from 'zod'
import type { Sample } from './kinds.ts'
import {
  type ApiCall,
  type Calls,
  flag,
  metadata,
  pageOf,
  parameters,
  read,
  requireCurrency,
  whole,
} from './parameters.ts'
import { invalid, missing, newId } from './store.ts'

const paging = { limit: whole.optional(), starting_after: z.string().optional() }

const NewMeter = parameters<Stripe.Billing.MeterCreateParams>()({
  display_name: z.string().max(250),
  event_name: z.string().max(100),
  default_aggregation: z.strictObject({ formula: z.enum(['sum', 'count', 'last']) }),
  customer_mapping: z
    .strictObject({ event_payload_key: z.string(), type: z.literal('by_id') })
    .optional(),
  value_settings: z.strictObject({ event_payload_key: z.string() }).optional(),
})
const ListMeters = parameters<Stripe.Billing.MeterListParams>()({
  ...paging,
  status: z.enum(['active', 'inactive']).optional(),
})

function createMeter({ store, form }: ApiCall): Sample<'billing.meter'> {
  const wanted = read(NewMeter, form)
  if (store.list('billing.meter').some(({ event_name: name }) => name === wanted.event_name))
    throw invalid(`An active meter already exists with event name ${wanted.event_name}.`, {
      param: 'event_name',
    })
  return store.make('billing.meter', 'mtr_test', { ...wanted, status: 'active' })
}

const NewPrice = parameters<Stripe.PriceCreateParams>()({
  currency: z.string(),
  unit_amount: whole,
  lookup_key: z.string().max(200).optional(),
  nickname: z.string().optional(),
  product: z.string().optional(),
  product_data: parameters<Stripe.PriceCreateParams.ProductData>()({
    name: z.string(),
    metadata,
  }).optional(),
  recurring: parameters<Stripe.PriceCreateParams.Recurring>()({
    interval: z.enum(['day', 'week', 'month', 'year']),
    usage_type: z.enum(['licensed', 'metered']).default('licensed'),
    meter: z.string().optional(),
  }).optional(),
  metadata,
})
const ListPrices = parameters<Stripe.PriceListParams>()({
  ...paging,
  active: flag.optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
})

function createPrice({ store, form }: ApiCall): Sample<'price'> {
  const { product_data: data, recurring, ...wanted } = read(NewPrice, form)
  requireCurrency(wanted.currency, 'currency')
  if ((data === undefined) === (wanted.product === undefined))
    throw invalid('Give product or product_data.', {})
  if (wanted.product !== undefined) store.get('product', wanted.product)
  const taken = store
    .list('price')
    .find(({ lookup_key: key }) => key !== null && key === wanted.lookup_key)
  if (wanted.lookup_key !== undefined && taken !== undefined)
    throw invalid(`A price (\`${taken.id}\`) already uses that lookup key.`, {
      param: 'lookup_key',
    })
  // A metered price without a meter is refused since API version 2025-03-31 (documentation, page
  // Changelog).
  if (recurring?.usage_type === 'metered' && recurring.meter === undefined)
    throw invalid('Metered prices must be backed by meters.', { param: 'recurring[meter]' })
  if (recurring?.meter !== undefined) store.get('billing.meter', recurring.meter)
  const product = wanted.product ?? store.make('product', 'prod', { ...data, active: true }).id
  return store.make('price', 'price', {
    ...wanted,
    product,
    active: true,
    lookup_key: wanted.lookup_key ?? null,
    livemode: false,
    type: recurring === undefined ? 'one_time' : 'recurring',
    recurring:
      recurring === undefined
        ? null
        : { ...recurring, interval_count: 1, meter: recurring.meter ?? null },
  })
}

const enabled = z.strictObject({ enabled: flag })
const NewPortal = parameters<Stripe.BillingPortal.ConfigurationCreateParams>()({
  features: parameters<Stripe.BillingPortal.ConfigurationCreateParams.Features>()({
    customer_update: z
      .strictObject({
        enabled: flag,
        allowed_updates: z.array(z.enum(['address', 'email', 'name', 'tax_id'])).optional(),
      })
      .optional(),
    invoice_history: enabled.optional(),
    payment_method_update: enabled.optional(),
    subscription_cancel: z
      .strictObject({ enabled: flag, mode: z.enum(['at_period_end', 'immediately']).optional() })
      .optional(),
  }),
  name: z.string().optional(),
  default_return_url: z.url().optional(),
  metadata,
})
const ListPortals = parameters<Stripe.BillingPortal.ConfigurationListParams>()({
  ...paging,
  active: flag.optional(),
  is_default: flag.optional(),
})

/**
 * Stripe calls this address, so it must be reachable from the internet (documentation, page Receive
 * Stripe events in your webhook endpoint).
 */
const publicUrl = z.url({ protocol: /^https$/, hostname: /\./ })
const EVENT_TYPE = /^[a-z_]+(\.[a-z_]+){1,4}$/
const enabledEvents = z.array(z.string().regex(EVENT_TYPE)).min(1)
const NewEndpoint = parameters<Stripe.WebhookEndpointCreateParams>()({
  url: publicUrl,
  enabled_events: enabledEvents,
  api_version: z.literal(Stripe.API_VERSION).optional(),
  description: z.string().max(5_000).optional(),
  metadata,
})
const EndpointChange = parameters<Stripe.WebhookEndpointUpdateParams>()({
  url: publicUrl.optional(),
  enabled_events: enabledEvents.optional(),
  disabled: flag.optional(),
})

/** Stripe shows the signing secret of a webhook endpoint only in the answer that creates it. */
function createEndpoint({ store, form }: ApiCall) {
  const wanted = read(NewEndpoint, form)
  const made = store.make('webhook_endpoint', 'we', {
    ...wanted,
    api_version: wanted.api_version ?? null,
    status: 'enabled',
  })
  return { ...made, secret: newId('whsec') }
}

function changeEndpoint({ store, id, form }: ApiCall): Sample<'webhook_endpoint'> {
  const { disabled, ...change } = read(EndpointChange, form)
  const endpoint = store.get('webhook_endpoint', id)
  Object.assign(
    endpoint,
    change,
    disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' },
  )
  return endpoint
}

function deleteEndpoint({ store, id }: ApiCall): Stripe.DeletedWebhookEndpoint {
  store.get('webhook_endpoint', id)
  delete store.state.objects[id]
  return { id, object: 'webhook_endpoint', deleted: true }
}

/** Calls that prepare a Stripe account, for example before the first deployment. */
export const SETUP_CALLS: Calls = [
  [
    'GET',
    /^\/v1\/account$/,
    ({ store: { state, seconds } }): Omit<Sample<'account'>, 'object'> => ({
      id: 'acct_sample',
      created: seconds(),
      charges_enabled: state.account.chargesEnabled,
      business_profile: { name: state.account.businessName },
      settings: { dashboard: { display_name: state.account.businessName } },
    }),
  ],
  ['POST', /^\/v1\/billing\/meters$/, createMeter],
  [
    'GET',
    /^\/v1\/billing\/meters$/,
    ({ store, form }) => {
      const { status, ...page } = read(ListMeters, form)
      const all = store
        .list('billing.meter')
        .filter((meter) => status === undefined || meter.status === status)
      return pageOf('/v1/billing/meters', all, page)
    },
  ],
  ['POST', /^\/v1\/prices$/, createPrice],
  [
    'GET',
    /^\/v1\/prices$/,
    ({ store, form }) => {
      const { active, lookup_keys: keys, ...page } = read(ListPrices, form)
      const all = store
        .list('price')
        .filter(
          (price) => (active === undefined || price.active === active) && price.livemode === false,
        )
        .filter(({ lookup_key: key }) => keys === undefined || keys.includes(key ?? ''))
      return pageOf('/v1/prices', all, page)
    },
  ],
  [
    'GET',
    /^\/v1\/prices\/([^/]+)$/,
    ({ store, id }) => {
      const price = store.get('price', id)
      if (price.livemode !== false) throw missing('price', id)
      return price
    },
  ],
  [
    'POST',
    /^\/v1\/billing_portal\/configurations$/,
    ({ store, form }) =>
      store.make('billing_portal.configuration', 'bpc', {
        ...read(NewPortal, form),
        active: true,
        is_default: false,
      }),
  ],
  [
    'GET',
    /^\/v1\/billing_portal\/configurations$/,
    ({ store, form }) => {
      const { active, is_default: isDefault, ...page } = read(ListPortals, form)
      const all = store
        .list('billing_portal.configuration')
        .filter((portal) => active === undefined || portal.active === active)
        .filter((portal) => isDefault === undefined || portal.is_default === isDefault)
      return pageOf('/v1/billing_portal/configurations', all, page)
    },
  ],
  ['POST', /^\/v1\/webhook_endpoints$/, createEndpoint],
  [
    'GET',
    /^\/v1\/webhook_endpoints$/,
    ({ store, form }) =>
      pageOf(
        '/v1/webhook_endpoints',
        store.list('webhook_endpoint'),
        read(parameters<Stripe.WebhookEndpointListParams>()(paging), form),
      ),
  ],
  ['POST', /^\/v1\/webhook_endpoints\/([^/]+)$/, changeEndpoint],
  ['DELETE', /^\/v1\/webhook_endpoints\/([^/]+)$/, deleteEndpoint],
]
