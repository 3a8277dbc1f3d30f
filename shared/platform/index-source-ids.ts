/** Official lists, registers and seller indexes that name the organisations of domains. */
export const INDEX_SOURCES = [
  'dotgov',
  'swot',
  'ror',
  'brreg',
  'prh',
  'kbo',
  'google_sellers',
] as const
export type IndexSource = (typeof INDEX_SOURCES)[number]
