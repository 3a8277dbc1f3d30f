/**
 * Strongest author behind an answer. `verified`: an authority, or the named company itself, ties
 * the name to the domain. `corroborated`: a third party confirms what the holder of the domain
 * states. `stated`: only the holder says so.
 */
export const BASES = ['verified', 'corroborated', 'stated'] as const
export type Basis = (typeof BASES)[number]
