import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const SECONDS = 2
const CONNECTIONS = 16

/** Whether wrk is on this machine; autocannon serves where it is not. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Requests per second of GETs from a process of its own, so that the load does not slow what it measures. Throws when any request failed. */
export async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  return hasWrk ? withWrk(url, headers) : withAutocannon(url, headers)
}

/** The ratio of two loads, measured in turns so that the machine's moods hit both; the median of the turns. */
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
  const said = await output('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...flags, url])
  if (/Non-2xx/.test(said)) throw new Error(`${url} failed under load: ${said}`)
  const found = /Requests\/sec:\s+([\d.]+)/.exec(said)
  if (found === null) throw new Error(`wrk said nothing of use: ${said}`)
  return Number(found[1])
}

async function withAutocannon(url: string, headers: Record<string, string>): Promise<number> {
  const program = path.join(
    path.dirname(createRequire(import.meta.url).resolve('autocannon/package.json')),
    'autocannon.js',
  )
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const said = JSON.parse(
    await output(process.execPath, [program, '-j', '-c', String(CONNECTIONS), '-d', String(SECONDS), ...flags, url]),
  )
  if (said.non2xx > 0 || said.errors > 0)
    throw new Error(`${url} failed under load: ${said.non2xx} refused, ${said.errors} errors`)
  return said.requests.average
}

function output(command: string, parameters: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`${command} ended with ${code}`))))
  })
}
