import type { Progress } from '../../shared/jobs/job.ts'
import { serverSentEvent } from '../../shared/platform/http/server-sent-event.ts'

interface ProgressMessage {
  id: number
  data: Progress
}

export interface EventStreams {
  /**
   * Sends every published event. First sends the current progress, unless `lastEventId` shows that
   * the client already has it. The stream ends at once if the job has ended or if 32 streams are
   * already open.
   */
  open(current: ProgressMessage | null, lastEventId: string | null): ReadableStream<Uint8Array>
  publish(message: ProgressMessage): void
  end(): void
}

const READERS_MAX = 32

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
