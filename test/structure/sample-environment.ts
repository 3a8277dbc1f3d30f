import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'

const { vars: PROJECT_VARS } = readConfig(
  { config: join(import.meta.dirname, '../../wrangler.toml') },
  { hideWarnings: true },
)

/**
 * Returns the variables of wrangler.toml without `names`. For a Worker with its own wrangler.toml
 * that serves only some of the routes.
 */
export const projectVarsExcept = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(PROJECT_VARS).flatMap(([name, value]) =>
      typeof value === 'string' && !names.includes(name) ? [[name, value]] : [],
    ),
  )

const newKey = () => randomBytes(32).toString('base64')

const signingKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })

/**
 * Environment for tests without a running service: the variables of wrangler.toml, and secrets in
 * the required format.
 */
export const SAMPLE_ENVIRONMENT = {
  ...PROJECT_VARS,
  // All test files of a process share the counter of requests per address, so its limit must never
  // be reached.
  ADDRESS_LIMIT_PER_MINUTE: '10000000',
  DATABASE_URL: 'postgresql://user:password@database.attribution.example/service',
  UPSTASH_REDIS_REST_URL: 'https://cache.attribution.example',
  UPSTASH_REDIS_REST_TOKEN: newKey(),
  IDP_SERVICE_KEY: newKey(),
  EXPORT_LINK_KEY: newKey(),
  API_KEY_PEPPER: JSON.stringify({ v1: newKey() }),
  SEAL_KEYS: JSON.stringify({ k1: newKey() }),
  CERTIFICATE_HMAC_KEYS: JSON.stringify({ c1: newKey() }),
  CERTIFICATE_SIGNING_KEYS: JSON.stringify([{ ...signingKey, kid: 's1' }]),
}
