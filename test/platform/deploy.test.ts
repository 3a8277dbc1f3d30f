import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { SETTINGS_FILE } from '../../migrations/deploy/settings.ts'

const ROOT = path.join(import.meta.dirname, '../..')

interface BillOfMaterials {
  bomFormat: string
  components: { name: string; version: string; hashes: { alg: string }[] }[]
}

const DRY_RUN_MS_MAX = 120_000
const SETTINGS = { PUBLIC_URL: 'https://api.lumen-quay.com', DEPLOY_PLACEMENT: 'aws:eu-central-1' }

let output: string

beforeAll(async () => {
  const answered = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'migrations/deploy.ts', '--dry-run'],
    { cwd: ROOT, env: { ...process.env, DATABASE_URL: '', ...SETTINGS } },
  )
  output = answered.stdout
}, DRY_RUN_MS_MAX)

test('git ignores the file with the settings and secrets of a deployment', () => {
  expect(
    execFileSync('git', ['check-ignore', SETTINGS_FILE], { cwd: ROOT, encoding: 'utf8' }).trim(),
  ).toBe(SETTINGS_FILE)
})

test('a dry run of the deployment builds the Worker with the configuration of the deployment', () => {
  expect(output).toContain('env.BULK_QUEUE (domain-attribution--bulk)')
  expect(output).toContain('would deploy the Worker')
  expect(output).not.toMatch(/WARNING|Unexpected fields/)
})

test('a dry run of the deployment writes a bill of materials with exactly the packages of the Worker', () => {
  const [, file = ''] = /software bill of materials: (.+)$/m.exec(output) ?? []
  const bill = JSON.parse(readFileSync(file, 'utf8')) as BillOfMaterials
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; version: string }>
  }
  const deployed = Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`)

  expect(bill.bomFormat).toBe('CycloneDX')
  expect(deployed.some((each) => each.startsWith('zod@'))).toBe(true)
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
    [...new Set(deployed)].sort(),
  )
  expect(bill.components.every(({ hashes }) => hashes.some(({ alg }) => alg === 'SHA-512'))).toBe(
    true,
  )
})
