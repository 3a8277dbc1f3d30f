import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { HttpOptions_Style, Miniflare, type MiniflareOptions, NoOpLog } from 'miniflare'
import type { Bundle } from './bundle.ts'
import { CONTROL_QUEUE, COUNTS_URL, entryModule, type InsideCounts } from './entry-module.ts'
import type { Fault } from './faults.ts'
import type { Guardian } from './guardian.ts'
import { StartRefused } from './refusal.ts'
import { addV8Flags } from './v8-flags.ts'

export type Runtime = {
  readonly miniflare: Miniflare
  readonly pid: number
  /**
   * Delivers messages to the Worker as Cloudflare Queues does. The result shows which messages the
   * Worker acknowledged.
   */
  deliver(
    queue: string,
    messages: { id?: string; body: unknown; attempts?: number; timestamp?: Date }[],
  ): Promise<QueueOutcome>
  /** Runs a schedule of the Worker as if it were due at `scheduledAt`. Default: now. */
  runSchedule(cron: string, scheduledAt?: Date): Promise<void>
  breakInside(faults: { queue: Fault | null; bucket: Fault | null }): Promise<void>
  /** Counts since the start of this process. Only with the option `counts`. */
  insideCounts(): Promise<InsideCounts>
  kill(): Promise<void>
  stop(): Promise<void>
}

export type QueueOutcome = Awaited<ReturnType<Awaited<ReturnType<Miniflare['getWorker']>>['queue']>>

type ModuleRules = Extract<MiniflareOptions, { modules?: unknown }>['modules']

export type Code = {
  readonly exports: readonly string[]
  readonly files: readonly { readonly name: string; readonly contents: Uint8Array }[]
}

type Options = {
  bundle: Bundle
  port: number
  folder: string
  vars: Record<string, string>
  egressPort: number
  guardian: Guardian
  /** Opens the inspector, whose address `miniflare.getInspectorURL()` returns. */
  inspector: boolean
  counts: boolean
  v8Flags: readonly string[]
  onLine(line: string, stream: 'stdout' | 'stderr'): void
}

/**
 * Runs `start` and finds the process of workerd, which Miniflare does not expose. Node reports each
 * new child process on the diagnostics channel `child_process`, and only the arguments of this
 * workerd contain the port.
 */
async function withProcess<Result>(
  port: number,
  start: (workerd: () => ChildProcess) => Promise<Result>,
): Promise<[Result, ChildProcess]> {
  const children: ChildProcess[] = []
  const note = (message: unknown) => {
    if (isStarted(message)) children.push(message.process)
  }
  const workerd = () => {
    const child = children.find(({ spawnargs }) =>
      spawnargs.includes(`--socket-addr=entry=127.0.0.1:${port}`),
    )
    if (child === undefined) throw new Error(`workerd was not started on port ${port}`)
    return child
  }
  subscribe('child_process', note)
  try {
    const result = await start(workerd)
    return [result, workerd()]
  } finally {
    unsubscribe('child_process', note)
  }
}

function isStarted(message: unknown): message is { process: ChildProcess } {
  return typeof message === 'object' && message !== null && 'process' in message
}

export type ReplaceableRuntime = {
  current(): Runtime
  replace(): Promise<void>
  /**
   * Starts workerd with new code. If workerd refuses this code, starts the previous code again and
   * throws an error.
   */
  reload(code: Code): Promise<void>
}

export async function startReplaceable(options: Options): Promise<ReplaceableRuntime> {
  let code = await codeOf(options.bundle)
  let runtime = await startRuntime(options, code)
  return {
    current: () => runtime,
    async replace() {
      await runtime.kill()
      runtime = await startRuntime(options, code)
    },
    async reload(next) {
      await runtime.stop()
      try {
        runtime = await startRuntime(options, next)
        code = next
      } catch (error) {
        runtime = await startRuntime(options, code).catch((again: unknown) => {
          // The previous code could not start either, for example because another process now uses
          // the port.
          throw new StartRefused(
            `The runtime could not be started again on port ${options.port}: ${again}`,
          )
        })
        throw error
      }
    },
  }
}

async function startRuntime(options: Options, code: Code): Promise<Runtime> {
  const modules = modulesOf(options.bundle, code, options.counts)
  const [miniflare, child] = await withProcess(options.port, async (workerd) => {
    const { assets, ratelimits, ...workerOptions } = options.bundle.config.options
    const instance = new Miniflare({
      ...workerOptions,
      // For static files, Miniflare would start servers of its own, which make each request slower.
      ...(assets?.binding === undefined
        ? {}
        : {
            serviceBindings: {
              ...workerOptions.serviceBindings,
              [assets.binding]: { disk: { path: assets.directory, writable: false } },
            },
          }),
      ...(ratelimits === undefined ? {} : { ratelimits: limitersOf(ratelimits, options.vars) }),
      modules,
      bindings: { ...workerOptions.bindings, ...options.vars },
      outboundService: {
        external: {
          address: `127.0.0.1:${options.egressPort}`,
          http: { style: HttpOptions_Style.PROXY },
        },
      },
      // By default Miniflare removes the header CF-Connecting-IP from outgoing requests. This
      // option keeps it.
      stripCfConnectingIp: false,
      host: '127.0.0.1',
      port: options.port,
      cf: false,
      ...(options.inspector ? { inspectorPort: 0 } : {}),
      log: new NoOpLog(),
      logRequests: false,
      defaultPersistRoot: options.folder,
      handleRuntimeStdio(stdout: Readable, stderr: Readable) {
        // Miniflare calls this function before it writes the configuration to workerd, so the flags
        // can still be added.
        if (options.v8Flags.length > 0) addV8Flags(workerd(), options.v8Flags)
        readLines(stdout, (line) => options.onLine(line, 'stdout'))
        readLines(stderr, (line) => options.onLine(line, 'stderr'))
      },
    })
    try {
      await instance.ready
    } catch (error) {
      await instance.dispose()
      throw error
    }
    return instance
  })
  const { pid } = child
  if (pid === undefined) throw new Error('workerd was not started')
  options.guardian.watch(pid, 'KILL')
  let ending: Promise<void> | null = null
  const end = () => {
    ending ??= miniflare.dispose().then(() => options.guardian.forget(pid))
    return ending
  }
  const deliver: Runtime['deliver'] = async (queue, messages) => {
    const worker = await miniflare.getWorker()
    const batch = messages.map((message, index) => ({
      id: message.id ?? `platform-${Date.now()}-${index}`,
      timestamp: message.timestamp ?? new Date(),
      body: message.body,
      attempts: message.attempts ?? 1,
    }))
    return worker.queue(queue, batch)
  }
  return {
    miniflare,
    pid,
    deliver,
    async runSchedule(cron, scheduledAt = new Date()) {
      const worker = await miniflare.getWorker()
      const { outcome } = await worker.scheduled({ cron, scheduledTime: scheduledAt })
      if (outcome !== 'ok') throw new Error(`the schedule ${cron} ended with ${outcome}`)
    },
    async breakInside(faults) {
      await deliver(CONTROL_QUEUE, [{ body: faults }])
    },
    async insideCounts() {
      const response = await miniflare.dispatchFetch(COUNTS_URL)
      return (await response.json()) as InsideCounts
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }
      await end()
    },
    stop: end,
  }
}

type Limiters = Record<string, { simple: { limit: number; period?: 10 | 60 } }>

/**
 * Returns the rate limiters of wrangler.toml. Their limits are constants there, so
 * ADDRESS_LIMIT_PER_MINUTE must replace the constants too.
 */
function limitersOf(
  limiters: Limiters,
  { ADDRESS_LIMIT_PER_MINUTE: limit }: Record<string, string>,
): Limiters {
  if (limit === undefined) return limiters
  return Object.fromEntries(
    Object.entries(limiters).map(([name, { simple }]) => [
      name,
      { simple: { ...simple, limit: Number(limit) } },
    ]),
  )
}

const MODULE_TYPES = {
  '.js': 'ESModule',
  '.mjs': 'ESModule',
  '.wasm': 'CompiledWasm',
  '.txt': 'Text',
  '.bin': 'Data',
} as const

const typeOf = (name: string) =>
  Object.entries(MODULE_TYPES).find(([extension]) => name.endsWith(extension))?.[1]

/**
 * Reads the files of a build. A later build may delete the folder, but workerd may have to restart
 * with these files.
 */
async function codeOf(bundle: Bundle): Promise<Code> {
  const names = (await readdir(bundle.folder)).filter((name) => typeOf(name) !== undefined)
  const files = names.map(async (name) => ({
    name,
    contents: await readFile(path.join(bundle.folder, name)),
  }))
  return { exports: bundle.exports, files: await Promise.all(files) }
}

function modulesOf(bundle: Bundle, code: Code, isCounting: boolean): ModuleRules {
  const queues = Object.keys(bundle.config.options.queueProducers ?? {})
  const buckets = Object.keys(bundle.config.options.r2Buckets ?? {})
  const entry = entryModule(code.exports, queues, buckets, isCounting)
  return [
    { type: 'ESModule', path: path.join(bundle.folder, 'platform-entry.js'), contents: entry },
    ...code.files.map(({ name, contents }) => ({
      type: typeOf(name) ?? ('ESModule' as const),
      path: path.join(bundle.folder, name),
      contents,
    })),
  ]
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on('line', onLine)
}
