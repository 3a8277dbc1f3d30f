/**
 * Usual limits. A deployment may have others (BULK_LISTS_PER_HOUR, BULK_LINES_PER_DAY), so the
 * service has the last word.
 */
export const LISTS_PER_HOUR = 10
const LINES_PER_DAY = { free: 2_000, pro: 50_000, team: 500_000, enterprise: 500_000 }

export const linesPerDay = (tier: keyof typeof LINES_PER_DAY): number => LINES_PER_DAY[tier]
