import { archiveTurns } from '../attribution/archive-turns.ts'
import { logAccess } from '../attribution/certificate-logs.ts'
import { certificateStore } from '../attribution/certificate-store.ts'
import {
  BROWSER_SOURCE_HOST,
  type BrowserAccess,
  renderPage,
  takeScreenshot,
} from '../attribution/collectors/browser-rendering.ts'
import { peopleDataLabs } from '../attribution/collectors/people-data-labs.ts'
import { createTools, type ToolsFor } from '../attribution/collectors/run-tools.ts'
import { countRegistrations, ReverseWhoisUnavailable } from '../attribution/collectors/whoisxml.ts'
import {
  type ChosenModel,
  type DeepTools,
  failed,
  type NoAnswer,
  skipped,
} from '../attribution/deep-tools.ts'
import { registerAccess, registerAnswerStore } from '../attribution/register-answer-store.ts'
import { registrationStore } from '../attribution/registration-store.ts'
import { registryTurns } from '../attribution/registry-turns.ts'
import type { Asker } from '../attribution/turns.ts'
import type { ReadDomainIndex } from '../attribution/witness-tools.ts'
import { r2IndexBucket } from '../domain-index/index-bucket.ts'
import { createIndexCache, indexReader } from '../domain-index/read-index.ts'
import { knownCompanies } from '../entities/known-companies.ts'
import { askCounted } from '../models/ask-counted.ts'
import { type ModelAccess, modelHost } from '../models/ask-model.ts'
import { type Choice, chooseModel, type OwnKey } from '../models/choose-model.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import type { Environment } from '../platform/environment.ts'
import { describeError, log } from '../platform/log.ts'
import { requestSigner } from '../platform/net/bot-signature.ts'
import type { Connections } from '../platform/net/connections.ts'
import { FetchFailure } from '../platform/net/fetch-failure.ts'
import type { Connect } from '../platform/net/tcp-stream.ts'
import type { Services } from '../platform/services/index.ts'
import { storePicture } from './pictures.ts'
import type { JobRow } from './queries.ts'

const NONCE_BYTES = 16

type ToolServices = Pick<
  Services,
  'requestId' | 'db' | 'env' | 'now' | 'randomBytes' | 'object' | 'connections'
>

interface Run {
  job: JobRow
  ownKey: OwnKey
  /** End of the run, in milliseconds since 1970. */
  endsAt: number
}

/** Tools of the collectors of one run. `signal` aborts all requests of the run. */
export function createJobTools(
  services: ToolServices,
  run: Run,
  connect: Connect,
  signal: AbortSignal,
): ToolsFor {
  const { WHOIS_PROXY, ADDITIONAL_ROOT_CERTIFICATES, USER_AGENT, PUBLIC_URL, DNS_SERVICES } =
    services.env
  const { depth, passive, registrableDomain } = run.job
  const model = rememberModel(services, run)
  const toolsFor = createTools({
    ...services.connections(signal),
    connect,
    whoisProxy: WHOIS_PROXY === '' ? null : WHOIS_PROXY,
    additionalRoots: ADDITIONAL_ROOT_CERTIFICATES,
    depth,
    userAgent: USER_AGENT,
    signRequest: requestSigner(services),
    ownHosts: [new URL(PUBLIC_URL).hostname],
    dnsServices: DNS_SERVICES,
    deep: depth === 'deep' ? (outside) => deepTools(services, run, model, outside) : undefined,
    knownCompanies: (names, domains) => knownCompanies(services.db, names, domains),
    registrations: registrationStore(services),
    registrationAgeMsMax: run.job.forceRefresh ? HOUR_MS : undefined,
    registerAnswers: registerAnswerStore(services),
    companyRegisters: registerAccess(services.env),
    domainIndex: domainIndexOf(services),
    registries: registryTurns(services, askerAtRegistries(run, services.now().getTime())),
  })
  return (signal, earlier) => toolsFor(signal, earlier, passive ? registrableDomain : undefined)
}

// All requests of an isolate share it. It holds public data only.
const indexCache = createIndexCache()

function domainIndexOf({ env, now, requestId }: ToolServices): ReadDomainIndex | undefined {
  const sources = env.DOMAIN_INDEX_SOURCES
  if (sources.length === 0) return undefined
  const bucket = r2IndexBucket(env.DOMAIN_INDEX)
  return indexReader({ bucket, cache: indexCache, sources, now, requestId })
}

const subjectOf = ({ job, ownKey }: Run) => ({ accountId: job.accountId, subject: job.id, ownKey })

/** The model is chosen at the first call, so all collectors of the run use the same one. */
function rememberModel(services: ToolServices, run: Run): () => Promise<Choice> {
  let choice: Promise<Choice> | null = null
  return () => {
    choice ??= chooseModel(services, subjectOf(run)).catch((error: unknown) => {
      log({ event: 'llm.choice_failed', job_id: run.job.id, error: describeError(error) })
      return failed('The language model could not be chosen.')
    })
    return choice
  }
}

function deepTools(
  services: ToolServices,
  run: Run,
  chosen: () => Promise<Choice>,
  outside: Connections,
): DeepTools {
  const browser = browserOf(services.env)
  return {
    newNonce: () => hexOf(services.randomBytes(NONCE_BYTES)),
    async model() {
      const made = await chosen()
      return made.ok ? shownModel(made.access) : made
    },
    async ask(purpose, question) {
      const made = await chosen()
      return made.ok ? askCounted(services, subjectOf(run), made, purpose, question, outside) : made
    },
    takesScreenshots: browser !== null,
    comparesTenants: services.env.TENANT_LOOKUPS,
    certificateLogs: logAccess(services, askerOf(run, outside.now().getTime())),
    certificateStore: certificateStore(services),
    archives: archiveTurns(services, askerOf(run, outside.now().getTime())),
    async screenshot(url) {
      if (browser === null) return skipped('Screenshots are not configured.')
      return attempt(async () => {
        const picture = await takeScreenshot(browser, url, outside)
        const isStored = await storePicture(services.env.EXPORTS, run.job.id, picture)
        return { ok: true, ...picture, isStored, host: BROWSER_SOURCE_HOST }
      })
    },
    async renderedHtml(url) {
      if (browser === null) return skipped('Browsers are not configured.')
      return attempt(async () => ({
        ok: true,
        ...(await renderPage(browser, url, outside)),
        host: BROWSER_SOURCE_HOST,
      }))
    },
    async countDomains(registrant) {
      const { REVERSE_WHOIS_API_KEY: apiKey, USER_AGENT: userAgent } = services.env
      if (apiKey === undefined) return skipped('Reverse WHOIS is not configured.')
      const query = { organization: registrant, exact: true }
      return attempt(async () => ({
        ok: true,
        count: await countRegistrations({ ...outside, apiKey, userAgent }, query),
        host: 'reverse-whois.whoisxmlapi.com',
      }))
    },
    async companyOf(domain) {
      const apiKey = services.env.ENRICHMENT_API_KEY
      if (apiKey === undefined) return skipped('Company enrichment is not configured.')
      const source = peopleDataLabs(apiKey)
      return attempt(async () => ({
        ok: true,
        company: await source.companyOf(domain, outside),
        host: source.host,
      }))
    },
  }
}

// Time that must remain after the wait for turns, for language models and for storing the result.
const READING_MS = 75_000
// If little time is left, the analysis may wait for turns for this share of the remaining time.
const SHORT_WAIT_SHARE = 1 / 4
/** Time from its start in which a person's quick analysis waits for turns of registries. */
const QUICK_WAIT_MS = 3_000
// Time in which an analysis of a list waits for turns of registries. If its turn comes later, it
// goes back to its queue, so that the list does not hold up other lists.
const LISTED_WAIT_MS = 15_000

/** Single analyses come before lists, because a person waits for them. */
function askerOf({ job, endsAt }: Run, now: number): Asker {
  const isListed = job.bulkJobId !== null
  const leftMs = Math.max(0, endsAt - now)
  const longMs = Math.max(leftMs - READING_MS, leftMs * SHORT_WAIT_SHARE)
  return {
    priority: isListed ? 'ordinary' : 'urgent',
    turn: `${job.accountId}:${job.depth}`,
    waitsUntil: now + (isListed || job.depth === 'deep' ? longMs : QUICK_WAIT_MS),
  }
}

function askerAtRegistries(run: Run, now: number): Asker {
  const asker = askerOf(run, now)
  return run.job.bulkJobId === null
    ? asker
    : { ...asker, waitsUntil: Math.min(asker.waitsUntil, now + LISTED_WAIT_MS) }
}

const shownModel = (access: ModelAccess): ChosenModel => ({
  ok: true,
  provider: access.provider,
  model: access.model,
  host: modelHost(access.provider),
})

async function attempt<Answer extends { ok: true }>(
  task: () => Promise<Answer>,
): Promise<Answer | NoAnswer> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof FetchFailure) return failed(error.message)
    if (error instanceof ReverseWhoisUnavailable)
      return failed(`The reverse WHOIS service gave no usable answer: ${error.because}.`)
    throw error
  }
}

function browserOf(env: Environment): BrowserAccess | null {
  const {
    BROWSER: browser,
    BROWSER_RENDERING_TOKEN: apiToken,
    BROWSER_RENDERING_ACCOUNT_ID: accountId,
  } = env
  if (browser !== undefined) return { by: 'binding', browser }
  return apiToken === undefined || accountId === '' ? null : { by: 'rest', accountId, apiToken }
}
