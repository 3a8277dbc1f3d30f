import type { Caller } from '../http/caller.ts'
import { serverSentEvent } from '../http/server-sent-event.ts'
import { isTerminal } from './job.ts'
import { demandJob, type ReadDependencies, withProgress } from './read.ts'

const DONE_EVENT_ID = 'done'
/** Proxies close a silent connection after a minute or so; a comment line keeps it open. */
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE = new TextEncoder().encode(': still running\n\n')

/**
 * The progress of the caller's job as server-sent events, from the one after `lastEventId`, ending with the finished job. null when
 * the reader has already seen the end. Throws PublicError NOT_FOUND.
 */
export async function streamJob(
  deps: ReadDependencies,
  caller: Caller,
  jobId: string,
  lastEventId: string | null,
): Promise<ReadableStream<Uint8Array> | null> {
  if (lastEventId === DONE_EVENT_ID) return null
  const found = await demandJob(deps.db, caller, jobId)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const live = isTerminal(found.job.status) ? null : await deps.runner(jobId).events(lastEventId)
  const write = async () => {
    const keepAlive = setInterval(
      () => void writer.write(KEEP_ALIVE).catch(() => clearInterval(keepAlive)),
      KEEP_ALIVE_MS,
    )
    try {
      if (live !== null)
        for await (const chunk of live as unknown as AsyncIterable<Uint8Array>) await writer.write(chunk)
      const ended = await demandJob(deps.db, caller, jobId)
      const job = await withProgress(deps, ended, caller.tier)
      if (isTerminal(ended.job.status)) {
        if (live === null) await writer.write(serverSentEvent('progress', 'last', job.progress))
        await writer.write(serverSentEvent('done', DONE_EVENT_ID, job))
      }
      await writer.close()
    } finally {
      clearInterval(keepAlive)
    }
  }
  // The reader hung up: there is nobody left to tell, and the job goes on without this stream.
  write().catch(() => writer.abort().catch(() => undefined))
  return readable
}
