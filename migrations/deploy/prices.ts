/**
 * Day on which the prices below were read at their pages. Read them again before you rely on a
 * plan.
 */
export const PRICES_DATE = '2026-11-22'

export interface Price {
  provider: string
  item: string
  unit: string
  /** Units per month that the base price contains. */
  included: number
  /** Dollars for `per` further units. */
  dollars: number
  per: number
  page: string
}

const WORKERS = 'developers.cloudflare.com/workers/platform/pricing'
const OBJECTS = 'developers.cloudflare.com/durable-objects/platform/pricing'
const R2 = 'developers.cloudflare.com/r2/pricing'
const MILLION = 1_000_000

/**
 * Prices in US dollars without taxes, for the plans that docs/operations.md recommends. A base
 * price is a unit that is used once.
 */
export const PRICES = {
  workersPlan: {
    provider: 'Cloudflare',
    item: 'Workers Paid plan',
    unit: 'plan',
    included: 0,
    dollars: 5,
    per: 1,
    page: WORKERS,
  },
  workerRequests: {
    provider: 'Cloudflare',
    item: 'Worker requests',
    unit: 'requests',
    included: 10 * MILLION,
    dollars: 0.3,
    per: MILLION,
    page: WORKERS,
  },
  workerCpu: {
    provider: 'Cloudflare',
    item: 'Worker CPU time',
    unit: 'ms',
    included: 30 * MILLION,
    dollars: 0.02,
    per: MILLION,
    page: WORKERS,
  },
  objectRequests: {
    provider: 'Cloudflare',
    item: 'Durable Object requests',
    unit: 'requests',
    included: MILLION,
    dollars: 0.15,
    per: MILLION,
    page: OBJECTS,
  },
  objectDuration: {
    provider: 'Cloudflare',
    item: 'Durable Object duration',
    unit: 'GB-s',
    included: 400_000,
    dollars: 12.5,
    per: MILLION,
    page: OBJECTS,
  },
  objectRows: {
    provider: 'Cloudflare',
    item: 'Durable Object rows written',
    unit: 'rows',
    included: 50 * MILLION,
    dollars: 1,
    per: MILLION,
    page: OBJECTS,
  },
  queueOperations: {
    provider: 'Cloudflare',
    item: 'Queue operations',
    unit: 'operations',
    included: MILLION,
    dollars: 0.4,
    per: MILLION,
    page: 'developers.cloudflare.com/queues/platform/pricing',
  },
  r2Storage: {
    provider: 'Cloudflare',
    item: 'R2 storage',
    unit: 'GB',
    included: 10,
    dollars: 0.015,
    per: 1,
    page: R2,
  },
  r2Writes: {
    provider: 'Cloudflare',
    item: 'R2 writes',
    unit: 'operations',
    included: MILLION,
    dollars: 4.5,
    per: MILLION,
    page: R2,
  },
  browserHours: {
    provider: 'Cloudflare',
    item: 'Browser Rendering',
    unit: 'hours',
    included: 10,
    dollars: 0.09,
    per: 1,
    page: 'developers.cloudflare.com/browser-rendering/pricing',
  },
  neonCompute: {
    provider: 'Neon',
    item: 'Launch plan, compute',
    unit: 'CU-hours',
    included: 0,
    dollars: 0.106,
    per: 1,
    page: 'neon.com/docs/introduction/plans',
  },
  neonStorage: {
    provider: 'Neon',
    item: 'Launch plan, storage',
    unit: 'GB',
    included: 0,
    dollars: 0.35,
    per: 1,
    page: 'neon.com/docs/introduction/plans',
  },
  redisCommands: {
    provider: 'Upstash',
    item: 'Redis commands, pay as you go',
    unit: 'commands',
    included: 0,
    dollars: 0.2,
    per: 100_000,
    page: 'upstash.com/pricing/redis',
  },
  supabasePlan: {
    provider: 'Supabase',
    item: 'Pro plan (the free plan pauses unused projects)',
    unit: 'plan',
    included: 0,
    dollars: 25,
    per: 1,
    page: 'supabase.com/pricing',
  },
  supabaseUsers: {
    provider: 'Supabase',
    item: 'users who sign in',
    unit: 'users',
    included: 100_000,
    dollars: 0.00325,
    per: 1,
    page: 'supabase.com/docs/guides/platform/manage-your-usage/monthly-active-users',
  },
  resendPlan: {
    provider: 'Resend',
    item: 'Pro plan (above 3,000 emails)',
    unit: 'plan',
    included: 0,
    dollars: 20,
    per: 1,
    page: 'resend.com/pricing',
  },
  resendEmails: {
    provider: 'Resend',
    item: 'emails',
    unit: 'emails',
    included: 50_000,
    dollars: 0.9,
    per: 1_000,
    page: 'resend.com/pricing',
  },
} as const satisfies Record<string, Price>

export type PriceName = keyof typeof PRICES
