/**
 * Says who confirms an answer:
 * - `verified`: an authority, or the named company itself, ties the name to the domain;
 * - `corroborated`: a third party confirms the statement of the domain's holder;
 * - `stated`: only the domain's holder says so.
 */
export const BASES = ['verified', 'corroborated', 'stated'] as const
export type Basis = (typeof BASES)[number]
