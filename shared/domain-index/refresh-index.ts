import { MINUTE_MS } from '../platform/clock.ts'
import type { IndexSource } from '../platform/index-source-ids.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { buildSource, SourceRefused } from './build-source.ts'
import { r2IndexBucket } from './index-bucket.ts'
import { isIndexSource } from './index-row.ts'
import { loadSource } from './load-source.ts'
import { mergeSources } from './merge-sources.ts'
import { openSource } from './sources/index.ts'

type IndexTaskOutcome = { then: 'done' } | { then: 'retry'; afterSeconds: number; because: string }

type RefreshServices = Pick<Services, 'env' | 'enqueue'>
type TaskServices = Pick<Services, 'env' | 'enqueue' | 'fetch' | 'now' | 'requestId'>

/** Cloudflare ends a consumer of a queue after 15 minutes. */
const LOAD_MS_MAX = 13 * MINUTE_MS
/** Hosts of the lists are repaired within minutes to hours. */
const RETRY_SECONDS = 1_800

/** Starts to load each list that has a public file. Each loaded list then starts a merge. */
export async function refreshIndex(services: RefreshServices): Promise<void> {
  const sources = services.env.DOMAIN_INDEX_SOURCES.filter((source) => openSource(source) !== null)
  await services.enqueue(
    'domain-index',
    sources.map((source) => `source:${source}`),
  )
}

/** `task` is the id of a message of the queue. */
export async function performIndexTask(
  services: TaskServices,
  task: string,
): Promise<IndexTaskOutcome> {
  if (task === 'merge') return merge(services)
  const source = task.slice('source:'.length)
  const isEnabled = isIndexSource(source) && services.env.DOMAIN_INDEX_SOURCES.includes(source)
  return isEnabled ? load(services, source) : { then: 'done' }
}

async function load(services: TaskServices, source: IndexSource): Promise<IndexTaskOutcome> {
  const { env, requestId, fetch, now } = services
  const started = now()
  const tools = { fetch, userAgent: env.USER_AGENT, signal: AbortSignal.timeout(LOAD_MS_MAX) }
  const about = { request_id: requestId, source }
  try {
    const entries = loadSource(source, tools)
    const { rows } = await buildSource(r2IndexBucket(env.DOMAIN_INDEX), source, entries, {
      now: started,
    })
    const duration_ms = now().getTime() - started.getTime()
    log({ event: 'domain_index.source_loaded', ...about, rows, duration_ms })
  } catch (error) {
    const because = describeError(error)
    if (error instanceof SourceRefused) {
      log({ event: 'domain_index.source_refused', ...about, because })
      return { then: 'done' }
    }
    log({ event: 'domain_index.source_failed', ...about, error: because })
    return { then: 'retry', afterSeconds: RETRY_SECONDS, because }
  }
  // A repetition would load the whole list again. Without the message, the nightly merge follows.
  await services.enqueue('domain-index', ['merge']).catch((error) => {
    log({ event: 'domain_index.merge_not_sent', ...about, error: describeError(error) })
  })
  return { then: 'done' }
}

async function merge({ env, now, requestId }: TaskServices): Promise<IndexTaskOutcome> {
  const started = now()
  const bucket = r2IndexBucket(env.DOMAIN_INDEX)
  const manifest = await mergeSources(bucket, env.DOMAIN_INDEX_SOURCES, started)
  if (manifest !== null)
    log({
      event: 'domain_index.merged',
      request_id: requestId,
      generation: manifest.generation,
      sources: Object.keys(manifest.sources).join(' '),
      rows: Object.values(manifest.sources).reduce((sum, { rows }) => sum + rows, 0),
      duration_ms: now().getTime() - started.getTime(),
    })
  return { then: 'done' }
}
