import { setTimeout as delay } from 'node:timers/promises'
import { fetch } from 'miniflare'
import type { Platform } from './platform.ts'

export interface Heap {
  /** MiB of V8's heap in use. The MiB of other memory, such as array buffers, are `outsideMb`. */
  usedMb: number
  outsideMb: number
}

export interface PeakHeap extends Heap {
  totalMb: number
  samples: number
}

export interface HotFunction {
  name: string
  selfMs: number
}

export interface Isolate {
  /** Measures the heap after a full garbage collection. */
  restingHeap(): Promise<Heap>
  /** Measures the highest heap during `work`. Garbage that V8 has not collected yet is included. */
  peakHeap(work: () => Promise<unknown>): Promise<PeakHeap>
  /**
   * Measures the highest memory in use during `work`. Collects the garbage before each sample,
   * which makes the work slower.
   */
  peakUsedHeap(work: () => Promise<unknown>): Promise<PeakHeap>
  /** Measures the CPU time of `work`. Idle time and native I/O threads do not count. */
  cpu(work: () => Promise<unknown>): Promise<{ cpuMs: number; functions: HotFunction[] }>
  close(): void
}

const SAMPLE_PAUSE_MS = 25
/** Pause between two forced collections, which take about 100 ms each. */
const COLLECTION_PAUSE_MS = 300
const PROFILE_INTERVAL_MICROSECONDS = 200
/**
 * V8 takes no samples while the isolate waits. So a gap between two samples that is longer than
 * this contains waiting time, which must not count as CPU time.
 */
const SAMPLE_GAP_MS_MAX = 2
const WAKE_AFTER_MS = 50
const MIB = 1024 * 1024
const NOT_WORK = new Set(['(idle)', '(root)'])

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
  embedderHeapUsedSize?: number
}

/**
 * Connects to the inspector (Chrome DevTools Protocol, domains Runtime, HeapProfiler and Profiler)
 * of a platform that was started with `inspector`. A kill of the runtime ends the connection.
 */
export async function inspectIsolate({
  baseUrl,
  runtime,
}: Pick<Platform, 'baseUrl' | 'runtime'>): Promise<Isolate> {
  const { host } = await runtime().miniflare.getInspectorURL()
  const call = await connect(host, async () => {
    const response = await globalThis.fetch(`${baseUrl}/health`)
    await response.text()
  })
  const heap = async (): Promise<Heap> => {
    const usage = (await call.send('Runtime.getHeapUsage')) as HeapUsage
    const outside = (usage.backingStorageSize ?? 0) + (usage.embedderHeapUsedSize ?? 0)
    return { usedMb: usage.usedSize / MIB, outsideMb: outside / MIB }
  }
  const restingHeap = async (): Promise<Heap> => {
    await call.send('HeapProfiler.collectGarbage')
    return heap()
  }
  return {
    restingHeap,
    peakHeap: (work) => peakOf(work, heap, SAMPLE_PAUSE_MS),
    peakUsedHeap: (work) => peakOf(work, restingHeap, COLLECTION_PAUSE_MS),
    async cpu(work) {
      await call.send('Profiler.enable')
      await call.send('Profiler.setSamplingInterval', { interval: PROFILE_INTERVAL_MICROSECONDS })
      await call.send('Profiler.start')
      await work()
      const { profile } = (await call.send('Profiler.stop')) as { profile: Profile }
      return cpuOf(profile)
    },
    close: call.close,
  }
}

async function peakOf(
  work: () => Promise<unknown>,
  sample: () => Promise<Heap>,
  pauseMs: number,
): Promise<PeakHeap> {
  const seen: Heap[] = [await sample()]
  let working = true
  const sampling = (async () => {
    while (working) {
      seen.push(await sample())
      await delay(pauseMs)
    }
  })()
  try {
    await work()
  } finally {
    working = false
    await sampling
  }
  const total = ({ usedMb, outsideMb }: Heap) => usedMb + outsideMb
  const peak = seen.reduce((most, each) => (total(each) > total(most) ? each : most))
  return { ...peak, totalMb: total(peak), samples: seen.length }
}

function cpuOf({ nodes, samples, timeDeltas }: Profile): {
  cpuMs: number
  functions: HotFunction[]
} {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const selfMs = new Map<string, number>()
  // True for functions that count as CPU time. "(program)" is native code of the runtime. It does
  // not count, because it also contains waiting for the next event.
  const isWork = (name: string) => !NOT_WORK.has(name) && name !== '(program)'
  let cpuMs = 0
  samples.forEach((id, index) => {
    const frame = names.get(id)
    if (frame === undefined || !isWork(frame.functionName)) return
    // A sample stands for the time until the next sample, or for one interval if the isolate waited
    // after it.
    const gapMs = Math.max(0, timeDeltas[index + 1] ?? 0) / 1_000
    const ms = gapMs > SAMPLE_GAP_MS_MAX ? PROFILE_INTERVAL_MICROSECONDS / 1_000 : gapMs
    const name = `${frame.functionName || '(anonymous)'}:${frame.lineNumber + 1}`
    selfMs.set(name, (selfMs.get(name) ?? 0) + ms)
    cpuMs += ms
  })
  const functions = [...selfMs]
    .map(([name, ms]) => ({ name, selfMs: ms }))
    .sort((a, b) => b.selfMs - a.selfMs)
  return { cpuMs, functions }
}

interface Connection {
  send(method: string, params?: object): Promise<unknown>
  close(): void
}

async function connect(host: string, wake: () => Promise<void>): Promise<Connection> {
  const list = await fetch(`http://${host}/json`)
  const targets = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id }) => id.startsWith('core:user:')) ?? targets[0]
  if (target === undefined) throw new Error('the inspector of workerd has no isolate')
  const url = `http://${host}/${target.id}`
  const { webSocket: socket } = await fetch(url, { headers: { upgrade: 'websocket' } })
  if (socket === null) throw new Error('the inspector of workerd refused the connection')
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as {
      id?: number
      result?: unknown
      error?: { message: string }
    }
    const caller = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (answer.id === undefined || caller === undefined) return
    waiting.delete(answer.id)
    if (answer.error === undefined) caller.resolve(answer.result)
    else caller.reject(new Error(answer.error.message))
  })
  socket.accept()
  let last = 0
  return {
    send(method, params = {}) {
      last += 1
      const id = last
      const answered = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      })
      // An isolate reads messages of the inspector only while it handles a request, so requests are
      // sent until the work ends.
      const waking = setInterval(() => void wake().catch(() => undefined), WAKE_AFTER_MS)
      return answered.finally(() => clearInterval(waking))
    },
    close: () => socket.close(),
  }
}
