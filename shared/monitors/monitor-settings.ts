import type { NewJob } from '../jobs/queries.ts'
import { newJob } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import type { DomainName } from '../platform/domain-name.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf, type Tier } from '../platform/tier.ts'
import { requireCallback } from '../webhooks/create-delivery.ts'
import type { Cadence } from './monitor.ts'
import type { GivenSettings } from './queries.ts'

const CADENCES_OF_TIERS: Readonly<Record<Tier, readonly Cadence[]>> = {
  free: ['weekly'],
  pro: ['weekly', 'daily'],
  team: ['weekly', 'daily', 'hourly'],
  enterprise: ['weekly', 'daily', 'hourly'],
}

export const defaultCadence = (tier: Tier): Cadence => (tier === 'free' ? 'weekly' : 'daily')

/** Settings in a request. A setting that is undefined is not changed. */
export interface RequestedSettings {
  status?: 'active' | 'paused' | undefined
  cadence?: Cadence | undefined
  watch?: GivenSettings['watch'] | undefined
  label?: string | null | undefined
  email?: boolean | undefined
  passive?: boolean | undefined
  callback_url?: string | null | undefined
  reanalyze_days?: number | null | undefined
  monthly_credit_limit?: number | undefined
}

export interface CheckedSettings {
  settings: GivenSettings
  /** New webhook secret. Stored only if the account has none yet. */
  secret: { secret_sealed?: string; secret_hint?: string }
}

/** Checks the settings of a request. Throws PublicError CADENCE_NOT_ALLOWED or VALIDATION_ERROR. */
export async function checkSettings(
  { env }: Pick<Services, 'env'>,
  caller: Caller,
  requested: RequestedSettings,
): Promise<CheckedSettings> {
  const { cadence, callback_url: callbackUrl } = requested
  const allowed = CADENCES_OF_TIERS[caller.tier]
  if (cadence !== undefined && !allowed.includes(cadence)) {
    const message = `The tier ${caller.tier} includes only the cadence ${allowed.join(' and ')}.`
    throw new PublicError('CADENCE_NOT_ALLOWED', `cadence: ${message}`)
  }
  const given = Object.fromEntries(
    Object.entries(requested).filter(([, value]) => value !== undefined),
  )
  if (callbackUrl === undefined || callbackUrl === null) return { settings: given, secret: {} }
  const { url, origin, secret_sealed, secret_hint } = await requireCallback(
    callbackUrl,
    env,
    caller.accountId,
  )
  return {
    settings: { ...given, callback_url: url, callback_origin: origin },
    secret: { secret_sealed, secret_hint },
  }
}

export const ownerOf = (accountId: string, tier: Tier): Caller => ({
  accountId,
  tier,
  keyId: null,
  playground: false,
  billing: true,
  addressPrefix: null,
  creditsMax: null,
})

/**
 * Job of an analysis that a monitor needs. The webhooks and emails of the monitor replace those of
 * the analysis. When the job starts, the setting of the monitor decides if it is passive.
 */
export const monitorJob = (
  services: Pick<Services, 'env' | 'requestId' | 'newIdentifier'>,
  caller: Caller,
  name: DomainName,
  jobId: string,
): NewJob =>
  newJob(
    services,
    caller,
    { depth: 'deep', force_refresh: false, passive: false },
    { jobId, name, delivery: undefined },
  )

/**
 * If the account has at least this number of unfinished analyses, no first analysis of a monitor
 * starts. So half of the account's limit stays free for its other analyses.
 */
export const baselinesMax = (tier: Tier, env: Services['env']): number =>
  Math.max(1, Math.floor(limitOf(tier, env.ANALYSES_IN_FLIGHT) / 2))
