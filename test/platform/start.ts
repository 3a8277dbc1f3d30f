import { readFileSync } from 'node:fs'
import { BadUsage, readCommandLine, USAGE } from './command-line.ts'
import { LAPTOP_HOST } from './laptop.ts'
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
  Dashboard     ${platform.dashboardUrl}
  API key       ${platform.apiKey}
  Bearer token  ${platform.bearerToken}
  Control       ${platform.controlUrl}
  PostgreSQL    ${platform.databaseUrl}
  Cache         ${platform.redisStore}${webhooksLine(options)}

Sign in to the dashboard with this link, which works once. Mails with further links are at ${platform.controlUrl}/mail.

  ${platform.baseUrl}/app/confirm?token_hash=${platform.identity.magicLink(platform.email)}&type=email

Try the API:

  curl -s '${platform.baseUrl}/analyze?wait=true' -H 'X-API-Key: ${platform.apiKey}' -H 'Content-Type: application/json' -d '{"domain":"example.com"}'

Ctrl-C stops everything.
`
}

const webhooksLine = ({ webhooksTo }: PlatformOptions) =>
  webhooksTo === undefined
    ? ''
    : `\n  callback_url  https://${LAPTOP_HOST}/any/path (arrives at ${webhooksTo}/any/path)`

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2), process.env)
  if (options === null) return console.log(USAGE)
  const asked = untilAskedToStop()
  // This import is slow, so it comes after the check of the options: an invalid option is then
  // reported at once.
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

/**
 * Waits until the user or npm stops the platform: `signal` resolves after Ctrl-C, SIGTERM or
 * SIGHUP, or when npm has ended. A second Ctrl-C ends this process at once.
 */
function untilAskedToStop(): { signal: Promise<void>; already(): boolean } {
  let isAsked = false
  const signal = new Promise<void>((resolve) => {
    let askedAt = 0
    const ask = () => {
      // npm and tsx forward Ctrl-C, so one Ctrl-C may arrive twice. If the user presses it a second
      // time, this process ends at once, and the guardian ends all child processes.
      if (isAsked && Date.now() - askedAt > ECHO_MS) process.exit(EXIT.interrupted)
      if (isAsked) return
      askedAt = Date.now()
      isAsked = true
      resolve()
    }
    for (const name of SIGNALS) process.on(name, ask)
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
      ask()
    }, PARENT_CHECK_MS)
    timer.unref()
  })
  return { signal, already: () => isAsked }
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
