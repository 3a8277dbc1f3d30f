import { z } from 'zod'
import type { Peppers } from '../../shared/accounts/key-tokens.ts'
import type { DataFolder } from './folder.ts'
import type { Neon } from './neon.ts'
import type { PlatformOptions } from './platform.ts'
import type { Upstash } from './redis.ts'
import { StartRefused } from './refusal.ts'

const PEPPER_VERSION = 'v1'

/** What the Worker is told beyond wrangler.toml: where the platform's services are, then whatever `env` says. */
export function varsOf(
  options: PlatformOptions,
  folder: DataFolder,
  neon: Neon,
  upstash: Upstash,
  whoisProxy: string | undefined,
): Record<string, string> {
  const { DATABASE_URL: _replaced, ...env } = options.env ?? {}
  return {
    DATABASE_URL: neon.workerUrl,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    API_KEY_PEPPER: JSON.stringify({ [PEPPER_VERSION]: folder.kept.apiKeyPepper }),
    SEAL_KEYS: JSON.stringify({ k1: folder.kept.sealKey }),
    CERTIFICATE_HMAC_KEYS: JSON.stringify({ local: folder.kept.certificateHmacKey }),
    CERTIFICATE_SIGNING_KEYS: JSON.stringify([{ ...folder.kept.certificateSigningKey, kid: 'local' }]),
    IDP_SERVICE_KEY: folder.kept.identityKey,
    EXPORT_LINK_KEY: `links:${folder.kept.identityKey}`,
    RESEND_API_KEY: `re_${folder.kept.identityKey}`,
    STRIPE_SECRET_KEY: stripeSecretsOf(folder, options).secretKey,
    STRIPE_WEBHOOK_SECRET: stripeSecretsOf(folder, options).webhookSecret,
    ...(options.offline || options.internet ? { REVERSE_WHOIS_API_KEY: 'sample' } : {}),
    ...(whoisProxy === undefined ? {} : { WHOIS_PROXY: whoisProxy }),
    ...env,
  }
}

/** What the sample Stripe and the Worker know of each other; made from a secret of the folder, so the same at every start. */
export function stripeSecretsOf(
  folder: DataFolder,
  options: PlatformOptions,
): { secretKey: string; webhookSecret: string } {
  const { STRIPE_WEBHOOK_SECRET: webhookSecret = `whsec_${folder.kept.identityKey}` } = options.env ?? {}
  return { secretKey: `sk_test_${folder.kept.identityKey}`, webhookSecret }
}

/** The peppers that the Worker digests API keys with. Throws StartRefused when `--env` made them unreadable. */
export function peppersOf(vars: Record<string, string>): Peppers {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(vars.API_KEY_PEPPER ?? ''))
  } catch {
    throw new StartRefused('API_KEY_PEPPER must be JSON: { "<version>": "<secret>" }.')
  }
}

/** A PostgreSQL that the person brings along, if one. Throws StartRefused for what is no address of a database. */
export function databaseUrlOf(options: PlatformOptions): string | undefined {
  const url = options.databaseUrl ?? options.env?.DATABASE_URL
  if (url === undefined || url === '') return undefined
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url) || new URL(url).pathname.length < 2) {
    throw new StartRefused('DATABASE_URL must look like postgresql://user:password@host:port/database.')
  }
  return url
}

/** The hosts of all addresses among the given vars. */
export function hostsNamed(env: Record<string, string>): Set<string> {
  const urls = Object.values(env).filter((value) => /^https?:\/\//.test(value) && URL.canParse(value))
  return new Set(urls.map((value) => new URL(value).hostname))
}
