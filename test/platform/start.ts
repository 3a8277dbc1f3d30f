import { readFileSync } from 'node:fs'
import { BadUsage, readCommandLine, USAGE } from './command-line.ts'
import type { Platform, PlatformOptions } from './platform.ts'
import { StartRefused } from './refusal.ts'

const PARENT_CHECK_MS = 1_000
const ECHO_MS = 1_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

function greeting(platform: Platform, options: PlatformOptions): string {
  const world = options.offline
    ? 'the sample internet'
    : options.egress === undefined
      ? 'the real internet'
      : options.egress
  return `
The service runs on ${world}.

  Base URL      ${platform.baseUrl}
  API key       ${platform.apiKey}
  Bearer token  ${platform.bearerToken}
  Control       ${platform.controlUrl}
  PostgreSQL    ${platform.databaseUrl}
  Cache         ${platform.redisStore}

Try it:

  curl -s '${platform.baseUrl}/analyze?wait=true' -H 'X-API-Key: ${platform.apiKey}' -H 'Content-Type: application/json' -d '{"domain":"example.com"}'

Ctrl-C stops everything.
`
}

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2), process.env)
  if (options === null) return console.log(USAGE)
  const asked = untilAskedToStop()
  // Loaded now, so that a wrong option is told at once.
  const { startPlatform } = await import('./platform.ts')
  const { watch, ...platformOptions } = options
  const platform = await startPlatform({
    ...platformOptions,
    onLog: ({ stream, text }) => process[stream].write(`${text}\n`),
  })
  if (!asked.already()) console.log(greeting(platform, options))
  const stopReloading = watch && !asked.already() ? await reloadOnChange(platform) : null
  await asked.signal
  await stopReloading?.()
  await platform.stop()
}

async function reloadOnChange(platform: Platform): Promise<() => Promise<void>> {
  const { startReloading } = await import('./reload.ts')
  const stop = await startReloading(platform, (line) => console.log(line))
  console.log('Watching workers/, shared/ and migrations/.')
  return stop
}

/** Resolves at Ctrl-C, at SIGTERM and SIGHUP, and when npm, which started us, is gone. A second Ctrl-C does not wait. */
function untilAskedToStop(): { signal: Promise<void>; already(): boolean } {
  let isAsked = false
  const signal = new Promise<void>((resolve) => {
    let askedAt = 0
    const ask = () => {
      // A Ctrl-C comes twice when npm and tsx hand it on as well. After a real second one the guardian ends whatever is left.
      if (isAsked && Date.now() - askedAt > ECHO_MS) process.exit(EXIT.interrupted)
      if (isAsked) return
      askedAt = Date.now()
      isAsked = true
      resolve()
    }
    for (const name of SIGNALS) process.on(name, ask)
    // Miniflare ends the process at a signal, before anything could be put away; what it listens for is ours to answer.
    process.on('newListener', (event, listener) => {
      if (SIGNALS.some((name) => name === event)) process.nextTick(() => process.removeListener(event, listener))
    })
    if (process.env.npm_lifecycle_event === undefined) return
    const launchers = launchersNow()
    const timer = setInterval(() => {
      if (launchersNow() === launchers) return
      clearInterval(timer)
      ask()
    }, PARENT_CHECK_MS)
    timer.unref()
  })
  return { signal, already: () => isAsked }
}

/** Who started us, and who started that: npm's shell, and tsx between. Other names later mean that npm has ended without a word to us. */
function launchersNow(): string {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const [, grandparent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${parent} ${grandparent}`
  } catch {
    // Without /proc the parent has to do.
    return `${parent}`
  }
}

main().then(
  () => process.exit(EXIT.done),
  (error: unknown) => {
    if (error instanceof BadUsage) {
      console.error(`${error.message}\n\n${USAGE}`)
      process.exit(EXIT.usage)
    }
    console.error(error instanceof StartRefused ? error.message : error)
    process.exit(EXIT.failed)
  },
)
