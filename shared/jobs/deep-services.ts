import { logAccess } from '../attribution/certificate-logs.ts'
import { certificateStore } from '../attribution/certificate-store.ts'
import {
  SCREENSHOT_SOURCE_HOST,
  type ScreenshotAccess,
  takeScreenshot,
} from '../attribution/collectors/browser-rendering.ts'
import { peopleDataLabs } from '../attribution/collectors/people-data-labs.ts'
import { countRegistrations, ReverseWhoisUnavailable } from '../attribution/collectors/whoisxml.ts'
import {
  type ChosenModel,
  type CollectorConnections,
  type DeepTools,
  failed,
  type NoAnswer,
  skipped,
} from '../attribution/deep-tools.ts'
import { askCounted } from '../models/ask-counted.ts'
import { type ModelAccess, modelHost } from '../models/ask-model.ts'
import { type Choice, chooseModel, type ModelSubject } from '../models/choose-model.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import type { Environment } from '../platform/environment.ts'
import { describeError, log } from '../platform/log.ts'
import { FetchFailure } from '../platform/net/fetch-failure.ts'
import type { Lane } from '../platform/net/turns.ts'
import type { Services } from '../platform/services/index.ts'

const NONCE_BYTES = 16

/**
 * Returns a function that creates the external services of a deep (full) analysis. The key for the
 * language model is that of the request, of the account or of the environment, in this order.
 * Without a key, no language model is used. `waiting` says how urgent the analysis is and when it
 * ends (milliseconds since 1970).
 */
export function deepServices(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'randomBytes' | 'object'>,
  subject: ModelSubject,
  waiting: { lane: Lane; endsAt: number },
): (outside: CollectorConnections) => DeepTools {
  let choice: Promise<Choice> | null = null
  const chosen = () => {
    choice ??= chooseModel(services, subject).catch((error: unknown) => {
      log({ event: 'llm.choice_failed', job_id: subject.subject, error: describeError(error) })
      return failed('The language model could not be chosen.')
    })
    return choice
  }
  const camera = cameraOf(services.env)
  return (outside) => ({
    newNonce: () => hexOf(services.randomBytes(NONCE_BYTES)),
    async model() {
      const made = await chosen()
      return made.ok ? shownModel(made.access) : made
    },
    async ask(purpose, question) {
      const made = await chosen()
      return made.ok ? askCounted(services, subject, made, purpose, question, outside) : made
    },
    takesScreenshots: camera !== null,
    certificateLogs: logAccess(
      services,
      waiting.lane,
      patienceEndsAt(waiting.endsAt, outside.now().getTime()),
    ),
    certificateStore: certificateStore(services),
    async screenshot(url) {
      if (camera === null) return skipped('Screenshots are not configured.')
      return attempt(async () => ({
        ok: true,
        ...(await takeScreenshot(camera, url, outside)),
        host: SCREENSHOT_SOURCE_HOST,
      }))
    },
    async countDomains(registrant) {
      const apiKey = services.env.REVERSE_WHOIS_API_KEY
      if (apiKey === undefined) return skipped('Reverse WHOIS is not configured.')
      const query = { organization: registrant, exact: true }
      return attempt(async () => ({
        ok: true,
        count: await countRegistrations({ ...outside, apiKey }, query),
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
  })
}

/**
 * Time that an analysis needs after its certificates are known: for language models, and for the
 * result.
 */
const READING_MS = 75_000
/** Share of a short time limit that an analysis may wait for certificates. */
const SHORT_WAIT_SHARE = 1 / 4

function patienceEndsAt(endsAt: number, now: number): number {
  const leftMs = Math.max(0, endsAt - now)
  return now + Math.max(leftMs - READING_MS, leftMs * SHORT_WAIT_SHARE)
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

function cameraOf(env: Environment): ScreenshotAccess | null {
  const {
    BROWSER: browser,
    BROWSER_RENDERING_TOKEN: apiToken,
    BROWSER_RENDERING_ACCOUNT_ID: accountId,
  } = env
  if (browser !== undefined) return { by: 'binding', browser }
  return apiToken === undefined || accountId === '' ? null : { by: 'rest', accountId, apiToken }
}
