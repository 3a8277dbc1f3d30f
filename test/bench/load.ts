import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const SECONDS = 2
const CONNECTIONS = 16

/**
 * True if the program wrk is installed. Otherwise the npm package autocannon sends the requests.
 */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/**
 * A separate process sends the requests for a few seconds, so that sending does not slow the
 * service. Throws if a request fails.
 */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return hasWrk ? withWrk(url, headers) : withAutocannon(url, headers)
}

/**
 * Measures the two rates one after the other, several times, so that a change of the machine's
 * speed affects both. Returns the pair with the median ratio.
 */
export async function ratio(
  subject: () => Promise<number>,
  base: () => Promise<number>,
  turns = 9,
): Promise<{ ratio: number; subject: number; base: number }> {
  const pairs: { ratio: number; subject: number; base: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const baseline = await base()
    const measured = await subject()
    pairs.push({ ratio: measured / baseline, subject: measured, base: baseline })
  }
  const [middle] = pairs.sort((a, b) => a.ratio - b.ratio).slice(Math.floor(turns / 2))
  if (middle === undefined) throw new Error('no turn was measured')
  return middle
}

async function withWrk(url: string, headers: Record<string, string>): Promise<number> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const printed = await output('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...flags, url])
  if (/Non-2xx/.test(printed)) throw new Error(`${url} failed under load: ${printed}`)
  const found = /Requests\/sec:\s+([\d.]+)/.exec(printed)
  if (found === null) throw new Error(`wrk printed no result: ${printed}`)
  return Number(found[1])
}

async function withAutocannon(url: string, headers: Record<string, string>): Promise<number> {
  const program = path.join(
    path.dirname(createRequire(import.meta.url).resolve('autocannon/package.json')),
    'autocannon.js',
  )
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const printed = JSON.parse(
    await output(process.execPath, [
      program,
      '-j',
      '-c',
      String(CONNECTIONS),
      '-d',
      String(SECONDS),
      ...flags,
      url,
    ]),
  )
  if (printed.non2xx > 0 || printed.errors > 0)
    throw new Error(`${url} failed under load: ${printed.non2xx} refused, ${printed.errors} errors`)
  return printed.requests.average
}

function output(command: string, parameters: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}
