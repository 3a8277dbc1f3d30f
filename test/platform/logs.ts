import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from './json.ts'
import type { Stats } from './stats.ts'

export type LogLine = { stream: 'stdout' | 'stderr'; text: string }

export type Logs = {
  readonly lines: readonly LogLine[]
  add(text: string, stream: LogLine['stream']): void
  /**
   * Waits for the log line of a request, which arrives a little later than the response. Resolves
   * after 40 ms without a new line, and after 1 s at the latest.
   */
  quiet(): Promise<void>
}

const LINES_MAX = 20_000
const QUIET_MS = 40
const QUIET_LIMIT_MS = 1_000

const Completed = z.object({
  event: z.literal('request.completed'),
  request_id: z.string(),
  route: z.string(),
  queue_sends: z.number().default(0),
  object_calls: z.number().default(0),
})

export function createLogs(stats: Stats, print: ((line: LogLine) => void) | null): Logs {
  const lines: LogLine[] = []
  let lastAt = 0
  return {
    lines,
    add(text, stream) {
      lastAt = Date.now()
      if (lines.length >= LINES_MAX) lines.splice(0, LINES_MAX / 2)
      const line = { stream, text }
      lines.push(line)
      print?.(line)
      const completed = text.includes('"request.completed"')
        ? Completed.safeParse(parseJson(text))
        : null
      if (completed?.success !== true) return
      const {
        request_id: requestId,
        route,
        queue_sends: queue,
        object_calls: objects,
      } = completed.data
      stats.completed(requestId, route, { queue, objects })
    },
    async quiet() {
      const deadline = Date.now() + QUIET_LIMIT_MS
      do await delay(QUIET_MS)
      while (Date.now() - lastAt < QUIET_MS && Date.now() < deadline)
    },
  }
}
