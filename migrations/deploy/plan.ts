import { JOB_COSTS } from './job-costs.ts'
import { PRICES, PRICES_DATE, type Price, type PriceName } from './prices.ts'

/** Volumes of one month. */
export interface Volumes {
  quick: number
  deep: number
  /** Bulk lists, each with `lines` deep analyses. */
  lists: number
  lines: number
  /** Emails in addition to one per list. */
  emails: number
  /** People who sign in. */
  users: number
  /** Readings by a language model that the service pays, screenshots, and purchases at WhoisXML. */
  readings: number
  screenshots: number
  purchases: number
  /** Checks of watched domains: their number, multiplied by the checks of a month. */
  checks: number
  /**
   * Size of the Neon compute in CU. It runs all month, because the sweep asks the database every
   * minute.
   */
  compute: number
}

export const DEFAULT_VOLUMES: Volumes = {
  quick: 10_000,
  deep: 2_000,
  lists: 0,
  lines: 1_000,
  emails: 1_000,
  users: 100,
  readings: 0,
  screenshots: 0,
  purchases: 0,
  checks: 0,
  compute: 0.25,
}

interface Use {
  requests: number
  cpuMs: number
  objectRequests: number
  objectSeconds: number
  objectRows: number
  messages: number
  redis: number
  storedKb: number
}

/** Number of times that a client asks for the state of a deep analysis. */
export const POLLS = 5

/**
 * Time of an analysis of real sites, in multiples of the measured time with requests of 150 ms. The
 * measured time is nearly only waiting, so the factor 3 stands for requests of 450 ms. Some sites
 * answer only after seconds, but no analysis waits longer than its deadline.
 */
const SLOWER_SITES = 3

/**
 * Use of one analysis, measured (`JOB_COSTS`). Only the requests follow the code: the submission,
 * the polls, and the start of the queue's consumer.
 */
const QUICK: Use = {
  requests: 1,
  cpuMs: JOB_COSTS.quick.cpuMs,
  objectRequests: JOB_COSTS.quick.objectRequests,
  objectSeconds: (JOB_COSTS.quick.objectMs * SLOWER_SITES) / 1_000,
  objectRows: JOB_COSTS.quick.objectRows,
  messages: JOB_COSTS.quick.queueMessages,
  redis: JOB_COSTS.quick.redisCommands,
  storedKb: JOB_COSTS.quick.storedKb,
}
const DEEP: Use = {
  requests: 1 + POLLS + 1,
  cpuMs: JOB_COSTS.deep.cpuMs,
  objectRequests: JOB_COSTS.deep.objectRequests,
  objectSeconds: (JOB_COSTS.deep.objectMs * SLOWER_SITES) / 1_000,
  objectRows: JOB_COSTS.deep.objectRows,
  messages: JOB_COSTS.deep.queueMessages,
  redis: JOB_COSTS.deep.redisCommands,
  storedKb: JOB_COSTS.deep.storedKb,
}
/**
 * A line of a list is not polled, so its rate limit needs no commands; those of the cache of
 * certificates stay.
 */
const LINE: Use = { ...DEEP, requests: 1, redis: Math.max(0, DEEP.redis - POLLS - 1) }
/**
 * One check of a watched domain, in a batch of about 100 (`npm run bench -- monitors`). The facts
 * of a watched domain take some 3 kB.
 */
const CHECK: Use = {
  requests: 0.01,
  cpuMs: 3,
  objectRequests: 0,
  objectSeconds: 0,
  objectRows: 0,
  messages: 0.01,
  redis: 0,
  storedKb: 0.0075,
}
/** The sweep runs every minute and sends one statement to the database. */
const SWEEP: Use = {
  requests: 1,
  cpuMs: 10,
  objectRequests: 0,
  objectSeconds: 0,
  objectRows: 0,
  messages: 0,
  redis: 0,
  storedKb: 0,
}

const HOURS_PER_MONTH = 730
const SWEEPS_PER_MONTH = HOURS_PER_MONTH * 60
/**
 * Writing, reading and deleting a message are one operation each (Cloudflare documentation, page
 * Queues pricing).
 */
const OPERATIONS_PER_MESSAGE = 3
const OBJECT_MEMORY_GB = 0.128
const KB_PER_GB = 1_000_000
/** Results are kept for 400 days (JOB_RETENTION_DAYS). */
const MONTHS_KEPT = 13.2
const FILES_PER_LIST = 2
const FILE_KB_PER_LINE = 1
const SCREENSHOT_SECONDS = 10
const RESEND_FREE_EMAILS = 3_000
/**
 * One reading of a deep analysis: at most 32,000 characters of evidence, the question, and the
 * answer.
 */
const READING_INPUT_TOKENS = 12_000
const READING_OUTPUT_TOKENS = 1_500
/**
 * Credits of the Domain Research Suite for one purchase (WhoisXML documentation, page Making
 * requests).
 */
const DRS_CREDITS_PER_PURCHASE = 50

export interface CostLine {
  provider: string
  item: string
  used: string
  dollars: number
  page: string
}

export interface ModelPrice {
  model: string
  /** US dollars per million tokens. */
  input: number
  output: number
}

/** Returns the monthly cost of each item for the given volumes, in US dollars without taxes. */
export function planCosts(
  volumes: Volumes,
  model: ModelPrice | undefined,
): { lines: CostLine[]; dollars: number } {
  const used = usageOf(volumes)
  const lines = Object.entries(used).map(([name, amount]) =>
    costOf(PRICES[name as PriceName], amount),
  )
  if (model !== undefined && volumes.readings > 0) lines.push(readingCost(volumes.readings, model))
  return { lines, dollars: lines.reduce((sum, { dollars }) => sum + dollars, 0) }
}

function usageOf(volumes: Volumes): Record<PriceName, number> {
  const { quick, deep, lists, lines, users, screenshots, compute } = volumes
  const listLines = lists * lines
  const emails = volumes.emails + lists
  const total = (field: keyof Use) =>
    quick * QUICK[field] +
    deep * DEEP[field] +
    listLines * LINE[field] +
    volumes.checks * CHECK[field] +
    SWEEPS_PER_MONTH * SWEEP[field]
  return {
    workersPlan: 1,
    workerRequests: total('requests'),
    workerCpu: total('cpuMs'),
    objectRequests: total('objectRequests'),
    objectDuration: total('objectSeconds') * OBJECT_MEMORY_GB,
    objectRows: total('objectRows'),
    queueOperations: (total('messages') + emails) * OPERATIONS_PER_MESSAGE,
    r2Storage: (listLines * FILES_PER_LIST * FILE_KB_PER_LINE) / KB_PER_GB,
    r2Writes: lists * FILES_PER_LIST,
    browserHours: (screenshots * SCREENSHOT_SECONDS) / 3_600,
    neonCompute: compute * HOURS_PER_MONTH,
    neonStorage: (total('storedKb') * MONTHS_KEPT) / KB_PER_GB,
    redisCommands: total('redis'),
    supabasePlan: 1,
    supabaseUsers: users,
    resendPlan: emails > RESEND_FREE_EMAILS ? 1 : 0,
    resendEmails: emails,
  }
}

/** Returns the monthly cost of checks in US dollars, as if the plans included nothing. */
export function costOfChecks(checks: number): number {
  const { workerRequests, workerCpu, queueOperations, neonStorage } = PRICES
  const priceOf = ({ dollars, per }: Price, amount: number) => (amount / per) * dollars
  return (
    priceOf(workerRequests, checks * CHECK.requests) +
    priceOf(workerCpu, checks * CHECK.cpuMs) +
    priceOf(queueOperations, checks * CHECK.messages * OPERATIONS_PER_MESSAGE) +
    priceOf(neonStorage, (checks * CHECK.storedKb * MONTHS_KEPT) / KB_PER_GB)
  )
}

function costOf(
  { provider, item, unit, included, dollars, per, page }: Price,
  amount: number,
): CostLine {
  const free = included === 0 ? '' : ` (${number(included)} included)`
  const beyond = Math.max(0, amount - included)
  return {
    provider,
    item,
    used: `${number(amount)} ${unit}${free}`,
    dollars: (beyond / per) * dollars,
    page,
  }
}

function readingCost(readings: number, { model, input, output }: ModelPrice): CostLine {
  const millions = {
    input: (readings * READING_INPUT_TOKENS) / 1e6,
    output: (readings * READING_OUTPUT_TOKENS) / 1e6,
  }
  return {
    provider: 'Language model',
    item: model,
    used: `${number(millions.input)} million tokens in, ${number(millions.output)} out`,
    dollars: millions.input * input + millions.output * output,
    page: 'LLM_PRICES in wrangler.toml',
  }
}

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 })

/** Returns the plan as lines of text: one line per item, the total, and the day of the prices. */
export function describePlan(volumes: Volumes, model: ModelPrice | undefined): string[] {
  const { lines, dollars } = planCosts(volumes, model)
  const rows = lines.map(
    (line) =>
      `${line.dollars.toFixed(2).padStart(10)}  ${line.provider}: ${line.item}, ${line.used}  [${line.page}]`,
  )
  const credits = volumes.purchases * DRS_CREDITS_PER_PURCHASE
  return [
    `Dollars per month, without taxes, by the prices of ${PRICES_DATE}:`,
    ...rows,
    `${dollars.toFixed(2).padStart(10)}  in all`,
    ...(credits === 0
      ? []
      : [
          `In addition, WhoisXML takes ${number(credits)} DRS credits; their price depends on your contract (whoisxmlapi.com).`,
        ]),
    `Real sites are taken to be ${SLOWER_SITES} times slower than in the measurement. Stripe takes its share of each payment.`,
  ]
}
