import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneFresh } from '../platform/fresh-clone.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8')
const hasTools = ['bash', 'curl', 'git'].every(
  (name) => spawnSync(name, ['--version']).status === 0,
)

const START_LIMIT_MS = 180_000

/** The lines of all code blocks, in their order. A line that ends in a backslash continues. */
const commands = [...readme.replaceAll('\\\n', '\\\u0000').matchAll(/^ {4}(\S.*)$/gm)].map(
  ([, line = '']) => line.replaceAll('\u0000', '\n'),
)

/** Commands that this test leaves out, each with its reason. */
const LEFT_OUT = new Map([
  ['npm ci', 'the clone shares the packages of this checkout'],
  ['npm run demo', 'it is the first command of CI'],
  ['npm test', 'it would run this test again'],
  ['claude', 'a program that this repository does not install'],
])
const isLeftOut = (command: string) => [...LEFT_OUT.keys()].some((name) => command.startsWith(name))
const isStart = (command: string) => command.startsWith('npm start')

/** A text that the output of a command contains. The commands have their order in the README. */
const EXPECTED: readonly (readonly [command: string, output: string | RegExp])[] = [
  ['pick()', /^$/],
  ['curl -s $BASE/analyze', 'Fenn'],
  ['HASH=', /^$/],
  ['curl -s "$CONTROL/mail', 'token_hash='],
  ['TOKEN=', /^$/],
  ['curl -s $BASE/auth/me', '"email":"ada@example.org"'],
  ['curl -s $BASE/auth/keys', '"key":"dak_'],
  ['JOB=', /^$/],
  ['curl -s $BASE/jobs/$JOB/certificate', /^$/],
  ['curl -s $BASE/.well-known', /^$/],
  ['node test/unit/certificates/check.mjs', /^valid$/],
]

describe.skipIf(!hasTools)('a newcomer who pastes the commands of the README', () => {
  let parent: string
  let clone: string
  let service: ChildProcess
  let exportLine = ''

  beforeAll(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'attribution-readme-'))
    clone = path.join(parent, 'clone')
    await cloneFresh(clone)
    const [start = ''] = commands.filter(isStart)
    const { npm_lifecycle_event: _, ...environment } = process.env
    service = spawn('bash', ['-c', start], {
      cwd: clone,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, DATABASE_URL: '', REDIS_URL: '' },
    })
    exportLine = await printedExport(service)
  }, START_LIMIT_MS)

  afterAll(async () => {
    if (service.exitCode === null && service.pid !== undefined) {
      const ended = once(service, 'close')
      process.kill(-service.pid, 'SIGINT')
      await ended
    }
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  })

  test('sees each of them succeed, with nothing but what npm start prints', async () => {
    const pasted = commands.filter((command) => !isLeftOut(command) && !isStart(command))
    expect(pasted.map((command, place) => command.startsWith(EXPECTED[place]?.[0] ?? ' '))).toEqual(
      EXPECTED.map(() => true),
    )
    const results = await paste([exportLine, ...pasted], clone)
    for (const [place, [command, output]] of EXPECTED.entries()) {
      const { status, printed } = results[place + 1] ?? {}
      expect(status, `${command}: ${printed}`).toBe('0')
      expect(printed?.trim()).toMatch(output)
    }
  })
})

async function printedExport(started: ChildProcess): Promise<string> {
  let text = ''
  const printed = new Promise<string>((resolve) => {
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const [, line] = /^ *(export BASE=.+)$/m.exec(text) ?? []
        if (line !== undefined) resolve(line)
      })
  })
  const ended = once(started, 'close').then(() => {
    throw new Error(`npm start ended early: ${text}`)
  })
  return Promise.race([printed, ended])
}

/** Runs the commands in one shell, as in one terminal. */
async function paste(
  lines: readonly string[],
  folder: string,
): Promise<{ status: string; printed: string }[]> {
  const shell = spawn('bash', ['-o', 'pipefail'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, BASE: '', CONTROL: '', KEY: '', no_proxy: '*' },
  })
  let text = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  shell.stdin.end(lines.map((line) => `${line}\nprintf '\\036%s\\036' $?\n`).join(''))
  await once(shell, 'close')
  const parts = text.split('\u001e')
  return lines.map((_, place) => ({
    printed: parts[place * 2] ?? '',
    status: parts[place * 2 + 1] ?? '',
  }))
}
