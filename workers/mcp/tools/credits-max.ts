import { z } from 'zod'

/**
 * A call that may charge more credits needs the argument max_credits, so that a model cannot spend
 * much by mistake.
 */
export const CREDITS_WITHOUT_CONSENT = 10

export const CreditsMax = z.int().min(0).max(1_000)
