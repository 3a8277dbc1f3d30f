import type { Caller } from '../platform/caller.ts'
import { utf8 } from '../platform/crypto/encodings.ts'
import { serverSentEvent } from '../platform/http/server-sent-event.ts'
import { isTerminal } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { type ReadServices, requireJob, withProgress } from './read-job.ts'

const DONE_EVENT_ID = 'done'
// A comment line is sent at this interval, because proxies close a connection that is silent for
// about a minute.
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE = utf8(': still running\n\n')

/** Returns null if the client has received the last event. Throws PublicError NOT_FOUND. */
export async function streamJob(
  services: ReadServices,
  caller: Caller,
  jobId: string,
  lastEventId: string | null,
): Promise<ReadableStream<Uint8Array> | null> {
  if (lastEventId === DONE_EVENT_ID) return null
  const found = await requireJob(services.db, caller, jobId)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const live = isTerminal(found.job.status)
    ? null
    : (await jobRunner(services, jobId).events(lastEventId)).getReader()
  const write = async () => {
    let reportEnd!: (end: null) => void
    const endedElsewhere = new Promise<null>((resolve) => {
      reportEnd = resolve
    })
    // Sends a comment line, and checks if the job has finished: a job can finish outside its
    // Durable Object, which then sends no event.
    const beat = async () => {
      await writer.write(KEEP_ALIVE).catch(() => reportEnd(null))
      if (isTerminal((await requireJob(services.db, caller, jobId)).job.status)) reportEnd(null)
    }
    const beats = setInterval(() => void beat().catch(() => undefined), KEEP_ALIVE_MS)
    const next = async () => (live === null ? null : Promise.race([live.read(), endedElsewhere]))
    try {
      for (let step = await next(); step?.done === false; step = await next())
        await writer.write(step.value)
      let ended = await requireJob(services.db, caller, jobId)
      // The Durable Object sends events to a limited number of clients. If there are more clients,
      // a further client's stream ends early, and this client waits here for the end of the job.
      if (!isTerminal(ended.job.status)) {
        await endedElsewhere
        ended = await requireJob(services.db, caller, jobId)
      }
      const job = await withProgress(services, ended, caller.tier)
      if (live === null) await writer.write(serverSentEvent('progress', 'last', job.progress))
      await writer.write(serverSentEvent('done', DONE_EVENT_ID, job))
      await writer.close()
    } finally {
      clearInterval(beats)
      await live?.cancel().catch(() => undefined)
    }
  }
  write().catch(() => writer.abort().catch(() => undefined))
  return readable
}
