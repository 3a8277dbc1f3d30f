import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCommandLine } from '../platform/command-line.ts'
import { type Service, startService } from '../platform/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const hasCurl = spawnSync('curl', ['--version']).status === 0

const run = promisify(execFile)
const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
const operations = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
const contributing = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const agents = await readFile(join(ROOT, 'AGENTS.md'), 'utf8')
const documents = [readme, operations, contributing, agents].join('\n')
const WORDS_MAX = 900
const joined = [readme, operations].join('\n').replaceAll(/\\\n\s*/g, '')

const commandsOf = (program: string) => [
  ...[...joined.matchAll(new RegExp(`^ {4}(${program} .*)$`, 'gm'))].map(
    ([, command = '']) => command,
  ),
  ...[...joined.matchAll(new RegExp(`[^\`]\`(${program} [^\`]+)\``, 'g'))].map(
    ([, command = '']) => command,
  ),
]

describe.skipIf(!hasCurl)('the commands for a running service (curl)', () => {
  let service: Service
  let folder: string
  const placeholders = new Map<string, string>()
  /**
   * Patterns for the values of the README's placeholders, such as JOB_ID. Each value is in the
   * output of an earlier command.
   */
  const valuePatterns: [name: string, pattern: RegExp][] = [
    ['JOB_ID', /"job_id":"(job_\w+)"/g],
    ['token_hash', /token_hash=([\w-]+)/g],
    ['ACCESS_TOKEN', /"access_token":"([^"]+)"/g],
  ]

  beforeAll(async () => {
    service = await startService()
    folder = await mkdtemp(join(tmpdir(), 'attribution-readme-'))
    await copyFile(join(ROOT, 'test/unit/certificates/check.mjs'), join(folder, 'check.mjs'))
    placeholders.set('API_KEY', service.platform.apiKey)
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await service.stop()
  })

  async function runCommand(command: string): Promise<{ output: string; status: string }> {
    const line = command
      .replace(
        /<(\w+)>/g,
        (_, name: string) =>
          placeholders.get(name) ?? expect.fail(`nothing says what <${name}> is`),
      )
      .replace('http://127.0.0.1:8787', service.baseUrl)
      .replace(
        /^curl /,
        `curl --silent --noproxy '*' --fail-with-body -w '%{stderr}%{http_code} %{url_effective}' `,
      )
    const environment = {
      ...process.env,
      BASE: service.baseUrl,
      CONTROL: service.platform.controlUrl,
    }
    const { stdout, stderr } = await run('sh', ['-c', line], { cwd: folder, env: environment })
    for (const [name, pattern] of valuePatterns) {
      const value = [...stdout.matchAll(pattern)].at(-1)?.[1]
      if (value !== undefined) placeholders.set(name, value)
    }
    return {
      output: stdout,
      status: stderr.replace(/ \S+?:\d+\//, ' /').replace(/job_\w+/, '{job_id}'),
    }
  }

  test('the curl commands of the README work in their order and print what the README says', async () => {
    const answers: Record<string, string> = {}
    for (const command of commandsOf('curl')) {
      const { status, output } = await runCommand(command)
      answers[status] = output
    }
    expect(Object.keys(answers)).toEqual([
      '200 /analyze',
      '200 /magic-links',
      '200 /mail?to=ada@example.org',
      '200 /auth/verify-token',
      '200 /auth/me',
      '200 /auth/keys',
      '200 /jobs/{job_id}/certificate',
      '200 /.well-known/attribution-keys.json',
    ])
    expect(JSON.parse(answers['200 /analyze'] ?? '').data).toMatchObject({
      status: 'completed',
      scoring_result: { entity: expect.stringContaining('Fenn') },
    })
    expect(JSON.parse(answers['200 /auth/keys'] ?? '').data.key).toMatch(/^\w{20,}$/)
    for (const command of commandsOf('node'))
      expect((await runCommand(command)).output).toBe('valid\n')
  })

  test('the first command without quick depth answers 202', async () => {
    const [first = ''] = commandsOf('curl')
    const { status, output } = await runCommand(first.replace(', "depth": "quick"', ''))
    expect(status).toBe('202 /analyze')
    expect(JSON.parse(output).data.job_id).toMatch(/^job_/)
  })
})

test('the README stays short', () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(WORDS_MAX)
})

test('every npm script in the documents exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const named = [...documents.matchAll(/`npm (?:run )?(?!ci\b|run\b)([\w:]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(named).toEqual(expect.arrayContaining(['start', 'test', 'demo', 'deploy']))
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('npm start accepts the options in the README', () => {
  const lines = commandsOf('npm start --')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines)
    expect(readCommandLine(line.split(' ').slice(3), {})).toMatchObject({ offline: true })
})
