import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { experimental_readRawConfig as readRawConfig } from 'wrangler'
import { createRedactor } from '../../../migrations/deploy/redact.ts'
import { GENERATED_SECRETS, writeSecrets } from '../../../migrations/deploy/secrets.ts'
import { readSettings, SETTINGS_FILE, withSettings } from '../../../migrations/deploy/settings.ts'
import { secretNamesOf, WorkerFile } from '../../../migrations/deploy/worker-config.ts'
import { VARS } from '../../../shared/platform/environment.ts'

function write(before?: string) {
  const printed: string[] = []
  let written = ''
  writeSecrets({
    readFile: () => before,
    writePrivateFile: (path, text) => {
      expect(path).toBe(SETTINGS_FILE)
      written = text
    },
    print: (line) => void printed.push(line),
  })
  return { printed, written, settings: readSettings({ readFile: () => written, environment: {} }) }
}

const schemaOf = (name: string) => Object.entries(VARS).find(([each]) => each === name)?.[1]

describe('npm run deploy -- --secrets', () => {
  test('writes a valid value of each secret that the service makes itself, and prints only names', () => {
    const { settings, printed } = write()
    for (const name of GENERATED_SECRETS) {
      expect(schemaOf(name)?.safeParse(settings[name]).success, name).toBe(true)
      expect(printed).toContain(`  ${name}: generated`)
      for (const line of printed) expect(line).not.toContain(settings[name])
    }
    expect(Object.keys(settings).sort()).toEqual([...GENERATED_SECRETS].sort())
  })

  test('makes other values each time', () => {
    const [first, second] = [write().settings, write().settings]
    for (const name of GENERATED_SECRETS) expect(first[name]).not.toBe(second[name])
  })

  test('writes a place for each secret and each setting that a deployment must give, with a comment that says where its value is found', () => {
    const { written } = write()
    const names = Object.keys(parseEnv(written))
    const file = WorkerFile.parse(readRawConfig({ config: 'wrangler.toml' }).rawConfig)
    for (const name of [
      ...secretNamesOf(file),
      'PUBLIC_URL',
      'USER_AGENT',
      'IDP_URL',
      'IDP_PUBLISHABLE_KEY',
      'EMAIL_FROM',
    ])
      expect(names, name).toContain(name)
    for (const [, comment] of written.matchAll(/^(.*)\n[A-Z_]+=$/gm))
      expect(comment).toMatch(/^# .{10}/)
  })

  test('never changes a value that is already there', () => {
    const { written } = write()
    const again = write(
      written.replace(/^UPSTASH_REDIS_REST_URL=$/m, 'UPSTASH_REDIS_REST_URL=https://a.upstash.io'),
    )
    expect(again.written).toBe(
      written.replace(/^UPSTASH_REDIS_REST_URL=$/m, 'UPSTASH_REDIS_REST_URL=https://a.upstash.io'),
    )
    expect(again.printed).toContain('  SEAL_KEYS: kept, it was already set')
  })

  test('fills an empty place instead of adding a second line', () => {
    const { written } = write('SEAL_KEYS=\nIDP_URL=https://a.supabase.co\n')
    expect(written.match(/^SEAL_KEYS=/gm)).toHaveLength(1)
    expect(parseEnv(written).SEAL_KEYS).toMatch(/^\{"k1":"/)
  })

  test.each([`it's`, '{"name":"Lumen\'s pack"}', '$& `quoted`', 'a b#c'])(
    'writes %s so that it is read back unchanged',
    (value) => {
      expect(parseEnv(withSettings('', { CREDIT_PACKS: value }).text).CREDIT_PACKS).toBe(value)
    },
  )
})

describe('the redactor', () => {
  const settings = {
    DATABASE_URL: 'postgresql://owner:p%40ss-word-1@host.neon.tech/db',
    SEAL_KEYS: '{"k1":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}',
    PUBLIC_URL: 'https://api.lumen-quay.com',
  }
  const redact = createRedactor(settings, ['DATABASE_URL', 'SEAL_KEYS'])

  test.each([
    ['an address', `connect to ${settings.DATABASE_URL}`, 'connect to [DATABASE_URL]'],
    ['a password', 'refused p%40ss-word-1', 'refused [DATABASE_URL]'],
    ['a decoded password', 'refused p@ss-word-1', 'refused [DATABASE_URL]'],
    ['a key in JSON', 'key AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'key [SEAL_KEYS]'],
    ['no variable', 'at https://api.lumen-quay.com', 'at https://api.lumen-quay.com'],
  ])('replaces %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})
