import { z } from 'zod'
import type { Peppers } from '../../shared/accounts/key-tokens.ts'
import { environmentProblems } from '../../shared/platform/environment.ts'
import type { DataFolder } from './folder.ts'
import type { Neon } from './neon.ts'
import type { PlatformOptions } from './platform.ts'
import type { Upstash } from './redis.ts'
import { StartRefused } from './refusal.ts'

const PEPPER_VERSION = 'v1'

/**
 * Variables for the sample internet. Its certificate logs, registries and archives allow any
 * number of requests unless a test limits them.
 */
const SAMPLE_INTERNET = {
  REVERSE_WHOIS_API_KEY: 'sample',
  CERTIFICATE_LOG_REQUESTS_PER_MINUTE: '{"crt.sh":60000,"api.certspotter.com":60000}',
  REGISTRY_REQUESTS_PER_SECOND: '{"default":10000}',
  REGISTRY_REQUESTS_PER_DAY: '{}',
  ARCHIVE_REQUESTS_PER_MINUTE: '60000',
}

export type SampleNetwork = Record<'WHOIS_PROXY' | 'ADDITIONAL_ROOT_CERTIFICATES', string>

/**
 * Returns the variables of the Worker: wrangler.toml with the addresses and secrets of the emulated
 * services. Values in `options.env` replace them.
 */
export function varsOf(
  options: PlatformOptions,
  folder: DataFolder,
  neon: Neon,
  upstash: Upstash,
  network: SampleNetwork | undefined,
): Record<string, string> {
  const { DATABASE_URL: _replaced, ...env } = options.env ?? {}
  return {
    DATABASE_URL: neon.workerUrl,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    API_KEY_PEPPER: JSON.stringify({ [PEPPER_VERSION]: folder.kept.apiKeyPepper }),
    SEAL_KEYS: JSON.stringify({ k1: folder.kept.sealKey }),
    CERTIFICATE_HMAC_KEYS: JSON.stringify({ local: folder.kept.certificateHmacKey }),
    CERTIFICATE_SIGNING_KEYS: JSON.stringify([
      { ...folder.kept.certificateSigningKey, kid: 'local' },
    ]),
    IDP_SERVICE_KEY: serviceKeyOf(folder, options),
    EXPORT_LINK_KEY: `links:${folder.kept.identityKey}`,
    RESEND_API_KEY: `re_${folder.kept.identityKey}`,
    // Requests to real sites are not signed, because nobody could fetch the key.
    ...(options.offline || options.internet ? botKeys(folder) : {}),
    STRIPE_SECRET_KEY: stripeSecretsOf(folder, options).secretKey,
    STRIPE_WEBHOOK_SECRET: stripeSecretsOf(folder, options).webhookSecret,
    ...(options.offline || options.internet ? SAMPLE_INTERNET : {}),
    ...network,
    ...env,
  }
}

const botKeys = ({ kept }: DataFolder) => ({
  BOT_SIGNING_KEYS: JSON.stringify([{ ...kept.certificateSigningKey, kid: 'bot' }]),
})

/** Secret that the Worker shares with the emulated identity provider. */
export function serviceKeyOf(folder: DataFolder, options: PlatformOptions): string {
  return options.env?.IDP_SERVICE_KEY ?? `sb_secret_${folder.kept.identityKey}`
}

/**
 * The secrets are derived from a secret in the data folder, so that they are the same at every
 * start.
 */
export function stripeSecretsOf(
  folder: DataFolder,
  options: PlatformOptions,
): { secretKey: string; webhookSecret: string } {
  const { STRIPE_WEBHOOK_SECRET: webhookSecret = `whsec_${folder.kept.identityKey}` } =
    options.env ?? {}
  return { secretKey: `sk_test_${folder.kept.identityKey}`, webhookSecret }
}

/**
 * Throws StartRefused if a variable of the Worker is invalid. The Worker would otherwise answer
 * every request with 503.
 */
export function requireEnvironment(given: object): void {
  const problems = environmentProblems(given)
  if (problems.length > 0)
    throw new StartRefused(`The environment of the service is invalid:\n  ${problems.join('\n  ')}`)
}

/**
 * Returns the peppers. Throws StartRefused if the option `--env` contains an invalid value for
 * them.
 */
export function peppersOf(vars: Record<string, string>): Peppers {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(vars.API_KEY_PEPPER ?? ''))
  } catch {
    throw new StartRefused('API_KEY_PEPPER must be JSON: { "<version>": "<secret>" }.')
  }
}

/**
 * Returns the URL of the user's database, or undefined if the user names none. Throws StartRefused
 * if the URL is invalid.
 */
export function databaseUrlOf(options: PlatformOptions): string | undefined {
  const url = options.databaseUrl ?? options.env?.DATABASE_URL
  if (url === undefined || url === '') return undefined
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url) || new URL(url).pathname.length < 2) {
    throw new StartRefused(
      'DATABASE_URL must look like postgresql://user:password@host:port/database.',
    )
  }
  return url
}

export function hostsNamed(env: Record<string, string>): Set<string> {
  const urls = Object.values(env).filter(
    (value) => /^https?:\/\//.test(value) && URL.canParse(value),
  )
  return new Set(urls.map((value) => new URL(value).hostname))
}
