import { readFileSync } from 'node:fs'
import os from 'node:os'
import { printableLines } from '../../shared/platform/printable.ts'
import { readCommandLine, type StartOptions, USAGE } from './command-line.ts'
import { LAPTOP_HOST } from './laptop.ts'
import type { Platform, PlatformOptions } from './platform.ts'
import { EXIT, reportFailure } from './run-command.ts'

const PARENT_CHECK_MS = 1_000
const ECHO_MS = 1_000
const SIGNAL_MS = 100

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Signal = (typeof SIGNALS)[number]

/** A shell reports the end of a process by a signal with 128 and the number of the signal. */
const exitOf = (signal: Signal): number => 128 + os.constants.signals[signal]

function greeting(platform: Platform, options: PlatformOptions): string {
  const world = options.offline
    ? 'the sample internet'
    : options.egress === undefined
      ? 'the real internet'
      : options.egress
  const domain = options.offline ? 'thorncastle-group.com' : 'wikipedia.org'
  return `
The service runs on ${world}. Open the dashboard with this link, which signs in once:

  ${platform.baseUrl}/app/confirm?token_hash=${platform.identity.magicLink(platform.email)}&type=email

${proposals(options)}The commands of README.md use these variables. Paste this line into a second terminal:

  export BASE=${platform.baseUrl} CONTROL=${platform.controlUrl} KEY=${platform.apiKey}

Try the API:

  curl -s "$BASE/analyze?wait=true" -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"domain":"${domain}"}'

  Base URL      ${platform.baseUrl}
  Dashboard     ${platform.dashboardUrl}
  Mails         ${platform.controlUrl}/mail
  PostgreSQL    ${platform.databaseUrl}
  Cache         ${platform.redis.place}
  Data          ${platform.folder}
  Bearer token  the member bearer_token of ${platform.folder}/ready.json${webhooksLine(options)}

Ctrl-C stops everything.
`
}

const proposals = ({ offline }: PlatformOptions) =>
  offline
    ? `Domains of the sample internet to paste there:

  thorncastle-group.com         a company
  morrowdalefoods-refund.top    an imitation
  never-registered-at-all.com   a name that nobody registered

`
    : ''

const webhooksLine = ({ webhooksTo }: PlatformOptions) =>
  webhooksTo === undefined
    ? ''
    : `\n  callback_url  https://${LAPTOP_HOST}/any/path (arrives at ${webhooksTo}/any/path)`

async function main(): Promise<number> {
  const options = readCommandLine(process.argv.slice(2), process.env)
  if (options === null) {
    console.log(USAGE)
    return EXIT.done
  }
  const asked = untilAskedToStop()
  const platform = await start(options, asked)
  if (platform === null) return exitOf(await asked.signal)
  console.log(greeting(platform, options))
  const stopReloading = options.watch ? await reloadOnChange(platform) : null
  const signal = await asked.signal
  await stopReloading?.()
  await platform.stop()
  return signal === 'SIGINT' ? exitOf(signal) : EXIT.done
}

/** Returns null if the user stops the start. */
async function start(options: StartOptions, asked: Asked): Promise<Platform | null> {
  // This import is slow, so it comes after the check of the options: an invalid option is then
  // reported at once.
  const { startPlatform } = await import('./platform.ts')
  const { watch: _, ...platformOptions } = options
  try {
    return await startPlatform({
      ...platformOptions,
      stopped: asked.stopped,
      onLog: ({ stream, text }) => process[stream].write(`${printableLines(text)}\n`),
    })
  } catch (error) {
    // Ctrl-C also reaches the processes of the build and of PostgreSQL, so they fail.
    if (asked.stopped.aborted) return null
    throw error
  }
}

async function reloadOnChange(platform: Platform): Promise<() => Promise<void>> {
  const { startReloading } = await import('./reload.ts')
  const stop = await startReloading(platform, (line) => console.log(line))
  console.log('Watching workers/, shared/ and migrations/.')
  return stop
}

type Asked = {
  signal: Promise<Signal>
  /** Aborted with `signal`. */
  stopped: AbortSignal
}

/**
 * Waits until the user or npm stops the platform: `signal` resolves after Ctrl-C, SIGTERM or
 * SIGHUP, or when npm has ended. A second Ctrl-C ends this process at once.
 */
function untilAskedToStop(): Asked {
  let given: Signal | null = null
  const stop = new AbortController()
  const signal = new Promise<Signal>((resolve) => {
    let askedAt = 0
    const ask = (name: Signal) => {
      // npm and tsx forward Ctrl-C, so one Ctrl-C may arrive twice. If the user presses it a second
      // time, this process ends at once, and the guardian ends all child processes.
      if (given !== null && Date.now() - askedAt > ECHO_MS) process.exit(exitOf(given))
      if (given !== null) return
      askedAt = Date.now()
      given = name
      stop.abort()
      resolve(name)
    }
    for (const name of SIGNALS) process.on(name, ask)
    // Ctrl-C also reaches the process that compiles TypeScript for the module loader, which then
    // throws outside any call, sometimes before the signal is handled here.
    process.on('uncaughtException', (error) => {
      setTimeout(
        () => process.exit(given === null ? reportFailure(error, USAGE) : exitOf(given)),
        SIGNAL_MS,
      )
    })
    // Miniflare adds signal handlers that end this process before the clean-up. So signal handlers
    // that other code adds are removed.
    process.on('newListener', (event, listener) => {
      if (SIGNALS.some((name) => name === event))
        process.nextTick(() => process.removeListener(event, listener))
    })
    if (process.env.npm_lifecycle_event === undefined) return
    const launchers = launchersNow()
    const timer = setInterval(() => {
      if (launchersNow() === launchers) return
      clearInterval(timer)
      ask('SIGTERM')
    }, PARENT_CHECK_MS)
    timer.unref()
  })
  return { signal, stopped: stop.signal }
}

/**
 * Returns the ids of the parent process and its parent. If they change, npm has ended without
 * sending a signal.
 */
function launchersNow(): string {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const [, grandparent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${parent} ${grandparent}`
  } catch {
    // On systems without /proc, such as macOS, only the parent is known.
    return `${parent}`
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => process.exit(reportFailure(error, USAGE)),
)
