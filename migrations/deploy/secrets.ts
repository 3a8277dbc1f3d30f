import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { SETTINGS_FILE, settingsTemplate, withSettings } from './settings.ts'
import type { World } from './world.ts'

const KEY_BYTES = 32

/**
 * A pepper and most keys have a version, such as `v1`. So a newer value can be written before the
 * old one later. Stored data contains the version.
 */
export const GENERATORS = {
  API_KEY_PEPPER: () => JSON.stringify({ v1: randomBytes(KEY_BYTES).toString('base64url') }),
  SEAL_KEYS: () => JSON.stringify({ k1: randomBytes(KEY_BYTES).toString('base64') }),
  EXPORT_LINK_KEY: () => randomBytes(KEY_BYTES).toString('base64url'),
  CERTIFICATE_HMAC_KEYS: () => JSON.stringify({ h1: randomBytes(KEY_BYTES).toString('base64') }),
  CERTIFICATE_SIGNING_KEYS: () =>
    JSON.stringify([
      { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'e1' },
    ]),
} as const

/**
 * If the deployed Worker has one of these secrets, it is never replaced, because stored data
 * depends on it.
 */
export const GENERATED_SECRETS: readonly string[] = Object.keys(GENERATORS)

/**
 * Writes the settings file with a line for each setting and a new value for each missing secret.
 * Prints names, never values.
 */
export function writeSecrets(world: Pick<World, 'readFile' | 'writePrivateFile' | 'print'>): void {
  const before = world.readFile(SETTINGS_FILE)
  const generated = Object.fromEntries(
    Object.entries(GENERATORS).map(([name, generate]) => [name, generate()]),
  )
  const { text, names } = withSettings(
    before ?? `${settingsTemplate()}\n# ---- Generated secrets\n`,
    generated,
  )
  world.writePrivateFile(SETTINGS_FILE, text)
  for (const name of GENERATED_SECRETS)
    world.print(`  ${name}: ${names.includes(name) ? 'generated' : 'kept, it was already set'}`)
  world.print(
    before === undefined
      ? `Fill in the empty places of ${SETTINGS_FILE}; each one says where its value is found. Then run: npm run deploy`
      : `${SETTINGS_FILE} is up to date. Next: npm run deploy`,
  )
}
