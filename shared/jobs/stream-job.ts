import type { Caller } from '../platform/caller.ts'
import { utf8 } from '../platform/crypto/encodings.ts'
import { serverSentEvent } from '../platform/http/server-sent-event.ts'
import { isTerminal } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { type ReadServices, requireJob, withProgress } from './read-job.ts'

const DONE_EVENT_ID = 'done'
/** Proxies close a silent connection after a minute or so; a comment line keeps it open. */
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE = utf8(': still running\n\n')

/**
 * The progress of the caller's job as server-sent events, from the one after `lastEventId`, ending with the finished job. null when
 * the reader has already seen the end. Throws PublicError NOT_FOUND.
 */
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
  const live = isTerminal(found.job.status) ? null : (await jobRunner(services, jobId).events(lastEventId)).getReader()
  const write = async () => {
    let noteEnd!: (end: null) => void
    const elsewhere = new Promise<null>((resolve) => {
      noteEnd = resolve
    })
    /** Keeps the line open. A job that was ended outside its object, which then says nothing of it, ends the stream too. */
    const beat = async () => {
      await writer.write(KEEP_ALIVE).catch(() => noteEnd(null))
      if (isTerminal((await requireJob(services.db, caller, jobId)).job.status)) noteEnd(null)
    }
    // A line that cannot be kept open is at its end; a question that failed is asked again with the next beat.
    const beats = setInterval(() => void beat().catch(() => undefined), KEEP_ALIVE_MS)
    const next = async () => (live === null ? null : Promise.race([live.read(), elsewhere]))
    try {
      for (let step = await next(); step?.done === false; step = await next()) await writer.write(step.value)
      let ended = await requireJob(services.db, caller, jobId)
      // The object takes so many readers and no more; the others hear of the end only.
      if (!isTerminal(ended.job.status)) {
        await elsewhere
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
  // The reader hung up: nobody is left to send to, and the job goes on without this stream.
  write().catch(() => writer.abort().catch(() => undefined))
  return readable
}
