import { z } from 'zod'
import { decodeBody } from '../../platform/net/body-text.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { controlByUrl } from '../../platform/net/control-question.ts'
import { withDeadline } from '../../platform/net/deadline.ts'
import { orAbort } from '../../platform/net/fetch-failure.ts'
import { readBounded } from '../../platform/net/response-body.ts'
import type { Services } from '../../platform/services/index.ts'

const REVERSE_WHOIS_URL = 'https://reverse-whois.whoisxmlapi.com/api/v2'
const WHOIS_HISTORY_URL = 'https://whois-history.whoisxmlapi.com/api/v1'
const CALL_TIMEOUT_MS = 8_000
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
/** The provider lists at most this many domains in one answer. */
const DOMAINS_READ_MAX = 10_000
const RECORDS_READ_MAX = 1_000
/** A preview is free, so it may be repeated. A purchase costs money, so it is sent only once. */
const PREVIEW_ATTEMPTS_MAX = 2

const NOT_CONFIGURED = 'not configured'

/** `because` is logged. `mayCost`: the provider may want money for the failed call. */
export class ReverseWhoisUnavailable extends Error {
  override name = 'ReverseWhoisUnavailable'
  readonly because: string
  readonly mayCost: boolean

  constructor(
    because: string,
    { mayCost = false, ...options }: ErrorOptions & { mayCost?: boolean } = {},
  ) {
    super(`reverse WHOIS: ${because}`, options)
    this.because = because
    this.mayCost = mayCost
  }

  /** The predicate of a sentence for users. */
  get inWords(): string {
    return this.because === NOT_CONFIGURED ? 'is not configured' : 'is not available at the moment'
  }
}

/** The provider answered with status 5xx, for which it charges no money. */
class ProviderFailure extends Error {}

export interface WhoisProvider
  extends Pick<Connections, 'fetch' | 'sockets' | 'breakerOf' | 'now' | 'signal'> {
  apiKey: string | undefined
  userAgent: string
}

const REQUEST_TIMEOUT_MS = 18_000

/**
 * Returns a client for one request to our API. `timeoutMs` limits all calls of the client together.
 */
export function whoisProvider(
  services: Pick<Services, 'env' | 'connections'>,
  timeoutMs = REQUEST_TIMEOUT_MS,
): WhoisProvider {
  const { REVERSE_WHOIS_API_KEY: apiKey, USER_AGENT: userAgent } = services.env
  return { ...services.connections(AbortSignal.timeout(timeoutMs)), apiKey, userAgent }
}

/** With `exact`, the registrant field must equal the name. Otherwise it must contain the name. */
export interface RegistrantQuery {
  organization: string
  exact: boolean
}

const Preview = z.object({ domainsCount: z.number().int().min(0) })
const Purchase = Preview.extend({
  domainsList: z.array(z.union([z.string(), z.object({ domainName: z.string() })])),
})

async function askProvider<Schema extends z.ZodType>(
  url: string,
  query: { mode: 'preview' | 'purchase' } & Record<string, unknown>,
  schema: Schema,
  provider: WhoisProvider,
): Promise<z.output<Schema>> {
  const { apiKey, breakerOf, now } = provider
  if (apiKey === undefined) throw new ReverseWhoisUnavailable(NOT_CONFIGURED)
  const { hostname } = new URL(url)
  if (!breakerOf(hostname).allows(now()))
    throw new ReverseWhoisUnavailable('paused after repeated failures')
  const isPurchase = query.mode === 'purchase'
  const attempts = isPurchase ? 1 : PREVIEW_ATTEMPTS_MAX
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await post(url, { ...query, apiKey }, provider)
      breakerOf(hostname).succeeded()
      if (answer.status !== 200) throw new ReverseWhoisUnavailable(`refused with ${answer.status}`)
      return readAnswer(answer.text, schema, isPurchase)
    } catch (error) {
      if (error instanceof ReverseWhoisUnavailable) throw error
      // After a timeout, a second call would probably time out too, so none is made.
      const slow = error instanceof DOMException && error.name === 'TimeoutError'
      if (attempt < attempts && !slow && !provider.signal.aborted) continue
      // Checks if the provider works at all, with a request to the same URL without key and query,
      // which is free.
      if (!provider.signal.aborted)
        breakerOf(hostname).failed(now, controlByUrl(url, provider, CALL_TIMEOUT_MS))
      throw new ReverseWhoisUnavailable('out of reach', {
        cause: error,
        mayCost: isPurchase && !(error instanceof ProviderFailure),
      })
    }
  }
}

async function post(
  url: string,
  body: Record<string, unknown>,
  { fetch, userAgent, signal: parent }: WhoisProvider,
): Promise<{ status: number; text: string }> {
  return withDeadline(CALL_TIMEOUT_MS, parent, async (signal) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': userAgent,
    }
    const init: RequestInit = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    }
    const response = await orAbort(fetch(url, init), signal)
    const { bytes } = await readBounded(response, ANSWER_BYTES_MAX, signal)
    if (response.status >= 500) throw new ProviderFailure(`answered ${response.status}`)
    return {
      status: response.status,
      text: decodeBody(bytes, response.headers.get('content-type')),
    }
  })
}

function readAnswer<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  mayCost: boolean,
): z.output<Schema> {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    throw new ReverseWhoisUnavailable('answer is not JSON', { cause: error, mayCost })
  }
  const parsed = schema.safeParse(answer)
  if (!parsed.success)
    throw new ReverseWhoisUnavailable('answer has an unknown format', {
      cause: parsed.error,
      mayCost,
    })
  return parsed.data
}

const reverseQuery = ({ organization, exact }: RegistrantQuery) => ({
  searchType: 'current',
  punycode: true,
  responseFormat: 'json',
  advancedSearchTerms: [
    { field: 'RegistrantContact.Organization', term: organization, exactMatch: exact },
  ],
})

/** A free call (Reverse WHOIS API v2, mode "preview"). Throws ReverseWhoisUnavailable. */
export async function countRegistrations(
  provider: WhoisProvider,
  query: RegistrantQuery,
): Promise<number> {
  return (
    await askProvider(
      REVERSE_WHOIS_URL,
      { mode: 'preview', ...reverseQuery(query) },
      Preview,
      provider,
    )
  ).domainsCount
}

/**
 * Returns the first 10,000 domains as A-labels, and the number of all domains. Costs money (Reverse
 * WHOIS API v2, mode "purchase"). Throws ReverseWhoisUnavailable.
 */
export async function listRegistrations(
  provider: WhoisProvider,
  query: RegistrantQuery,
): Promise<{ domains: string[]; total: number }> {
  const answer = await askProvider(
    REVERSE_WHOIS_URL,
    { mode: 'purchase', ...reverseQuery(query) },
    Purchase,
    provider,
  )
  const names = answer.domainsList
    .slice(0, DOMAINS_READ_MAX)
    .map((entry) => (typeof entry === 'string' ? entry : entry.domainName).trim().toLowerCase())
  const domains = [...new Set(names)].filter(
    (name) => name.length <= 253 && /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(name),
  )
  return { domains, total: Math.max(answer.domainsCount, domains.length) }
}

const text = z.string().nullish().catch(null)
const Contact = z.object({ organization: text, name: text }).nullish().catch(null)
const HistoryCount = z.object({ recordsCount: z.number().int().min(0) })
const History = HistoryCount.extend({
  records: z
    .array(
      z.object({
        createdDateISO8601: text,
        updatedDateISO8601: text,
        audit: z.object({ createdDate: text, updatedDate: text }).nullish().catch(null),
        nameServers: z
          .union([z.array(z.string()), z.string().transform((list) => list.split(/[\s|]+/))])
          .nullish()
          .catch(null),
        registrarName: text,
        registrantContact: Contact,
      }),
    )
    .default([])
    .transform((records) => records.slice(0, RECORDS_READ_MAX)),
})

export const HistoryRecord = z.object({
  /** Time by the provider (ISO 8601 UTC), otherwise the update or creation date of the record. */
  observed_at: z.string(),
  organization: z.string().nullable(),
  name: z.string().nullable(),
  registrar: z.string().nullable(),
  name_servers: z.array(z.string()),
})
export type HistoryRecord = z.infer<typeof HistoryRecord>

const PROVIDER_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?$/

/** Formats such as "2020-03-03T05:43:57.000Z" and "2018-06-17 11:23:51.000 UTC". */
export function providerTime(given: string | null | undefined): string | null {
  const [, day, time = '00:00:00', zone = 'Z'] = PROVIDER_TIME.exec((given ?? '').trim()) ?? []
  if (day === undefined) return null
  const instant = new Date(
    `${day}T${time}${zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`,
  )
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}

const historyQuery = (domain: string) => ({ domainName: domain, outputFormat: 'JSON' })

const orNull = (given: string | null | undefined): string | null =>
  (given ?? '').trim().slice(0, 500) || null
const NAME_SERVERS_MAX = 20

/** A free call (WHOIS History API v1, mode "preview"). Throws ReverseWhoisUnavailable. */
export async function countHistory(provider: WhoisProvider, domain: string): Promise<number> {
  return (
    await askProvider(
      WHOIS_HISTORY_URL,
      { mode: 'preview', ...historyQuery(domain) },
      HistoryCount,
      provider,
    )
  ).recordsCount
}

/**
 * Returns the records in no particular order. A record without a time is left out. Costs money
 * (WHOIS History API v1, mode "purchase"). Throws ReverseWhoisUnavailable.
 */
export async function listHistory(
  provider: WhoisProvider,
  domain: string,
): Promise<HistoryRecord[]> {
  const { records } = await askProvider(
    WHOIS_HISTORY_URL,
    { mode: 'purchase', ...historyQuery(domain) },
    History,
    provider,
  )
  return records.flatMap((record) => {
    const times = [
      record.audit?.createdDate,
      record.audit?.updatedDate,
      record.updatedDateISO8601,
      record.createdDateISO8601,
    ]
    const observedAt = times.map(providerTime).find((time) => time !== null)
    if (observedAt === undefined || observedAt === null) return []
    const servers = (record.nameServers ?? []).map((host) =>
      host.trim().toLowerCase().replace(/\.$/, ''),
    )
    return [
      {
        observed_at: observedAt,
        organization: orNull(record.registrantContact?.organization),
        name: orNull(record.registrantContact?.name),
        registrar: orNull(record.registrarName),
        name_servers: [...new Set(servers)]
          .filter((host) => host !== '' && host.length <= 253)
          .sort()
          .slice(0, NAME_SERVERS_MAX),
      },
    ]
  })
}
