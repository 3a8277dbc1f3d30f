import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SNAPSHOT } from '../contract/write-document.ts'
import { ROOT } from './sources.ts'

const TIMEOUT_MS = 120_000
const CODE = join(ROOT, 'test/contract/client-code')

/** Generators of clients, with the arguments that write to the folder of the test. */
const GENERATORS: Record<string, [program: string, ...args: string[]]> = {
  'openapi-fetch': [
    'openapi-typescript',
    SNAPSHOT,
    '-o',
    'service.d.ts',
    '--default-non-nullable',
    'false',
  ],
  'hey-api': ['openapi-ts', '-i', SNAPSHOT, '-o', 'service', '--no-log-file'],
  orval: ['orval', '--input', SNAPSHOT, '--output', 'service.ts', '--client', 'fetch'],
  'swagger-typescript-api': [
    'swagger-typescript-api',
    'generate',
    '-p',
    SNAPSHOT,
    '-o',
    '.',
    '-n',
    'service.ts',
  ],
}

const OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
}

const ENV = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(program: string, args: string[], cwd: string): Promise<string> {
  const path = join(ROOT, 'node_modules/.bin', program)
  try {
    const { stdout } = await promisify(execFile)(path, args, { cwd, timeout: TIMEOUT_MS, env: ENV })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `${program} failed: ${error}\n${stdout}\n${stderr}`
  }
}

test(
  'Redocly and Spectral report no problem in the document',
  async () => {
    const redocly = await run(
      'redocly',
      ['lint', SNAPSHOT, '--config', '.redocly.yaml', '--format', 'json'],
      ROOT,
    )
    expect(JSON.parse(redocly).totals).toMatchObject({ errors: 0, warnings: 0 })
    const spectral = await run('spectral', ['lint', '--format', 'json', SNAPSHOT], ROOT)
    expect(spectral).toMatch(/^\[\]/)
  },
  TIMEOUT_MS,
)

test(
  'users of four generated clients compile with strict types and read data.data.job_id',
  async () => {
    for (const [name, [program, ...args]] of Object.entries(GENERATORS)) {
      const cwd = join(folder, name)
      await cp(join(CODE, `${name}.ts`), join(cwd, 'client.ts'), { recursive: true })
      expect(await run(program, args, cwd), name).not.toContain('failed:')
    }
    const project = { compilerOptions: OPTIONS, include: ['.'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))

    expect(await run('tsc', ['-p', '.'], folder)).toBe('')
  },
  TIMEOUT_MS,
)
