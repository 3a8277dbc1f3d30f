import type { Progress } from '../../shared/jobs/job.ts'
import { serverSentEvent } from '../../shared/platform/http/server-sent-event.ts'

interface ProgressMessage {
  id: number
  data: Progress
}

export interface EventStreams {
  /**
   * A stream of server-sent events: `current` first unless the reader has seen it, then all that is published, until the end. It ends at
   * once when `current` is the end, and for a reader too many.
   */
  open(current: ProgressMessage | null, lastEventId: string | null): ReadableStream<Uint8Array>
  publish(message: ProgressMessage): void
  /** Closes every stream. */
  end(): void
}

/** Streams that nobody reads any more are dropped; this many readers at most share one job. */
const READERS_MAX = 32

/** The readers of one job's progress. */
export function createEventStream(): EventStreams {
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const send = (reader: ReadableStreamDefaultController<Uint8Array>, message: ProgressMessage) => {
    try {
      reader.enqueue(serverSentEvent('progress', String(message.id), message.data))
    } catch {
      readers.delete(reader)
    }
  }
  return {
    open(current, lastEventId) {
      let own: ReadableStreamDefaultController<Uint8Array> | null = null
      return new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          if (current !== null && String(current.id) !== lastEventId) send(controller, current)
          if (current?.data.stage === 'done' || readers.size >= READERS_MAX) controller.close()
          else readers.add(controller)
        },
        cancel() {
          if (own !== null) readers.delete(own)
        },
      })
    },
    publish(message) {
      for (const reader of readers) send(reader, message)
    },
    end() {
      for (const reader of readers) reader.close()
      readers.clear()
    },
  }
}
