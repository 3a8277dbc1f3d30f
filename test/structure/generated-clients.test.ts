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

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(program: string, args: string[], cwd: string): Promise<string> {
  const path = join(ROOT, 'node_modules/.bin', program)
  try {
    const { stdout } = await promisify(execFile)(path, args, { cwd, timeout: TIMEOUT_MS })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `${program} failed: ${error}\n${stdout}\n${stderr}`
  }
}

test.each(Object.entries(GENERATORS))(
  'a user of %s compiles with strict types and reads data.data.job_id',
  async (name, [program, ...args]) => {
    const cwd = join(folder, name)
    await cp(join(CODE, `${name}.ts`), join(cwd, 'client.ts'), { recursive: true })
    await writeFile(
      join(cwd, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: OPTIONS, include: ['.'] }),
    )
    expect(await run(program, args, cwd)).not.toContain('failed:')

    expect(await run('tsc', ['-p', '.'], cwd)).toBe('')
  },
  TIMEOUT_MS,
)
