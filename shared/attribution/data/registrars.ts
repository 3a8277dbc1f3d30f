/**
 * Registrars for companies, as the folded beginning of their names (small letters, no punctuation). They put their own name into
 * registries that want a local or a single holder, so as a registrant they stand for a client.
 */
export const CORPORATE_REGISTRARS: readonly string[] = [
  'markmonitor',
  'emarkmonitor',
  'csc corporate domains',
  'corporation service company',
  'csc digital brand services',
  'com laude',
  'nom iq',
  'safenames',
  'netnames',
  'group nbt',
  'brandsight',
  'safebrands',
  'ip twins',
  'ip mirror',
  'instra corporation',
  'nameaction',
  'nameshield',
  'lexsynergy',
  'ports group',
  'encirca',
  'domain registries foundation',
  'valideus',
  'thomsen trampedach',
  'ebrand services',
  'ebrandservices',
  '101domain',
  'marcaria',
  'abion ab',
  'zacco',
  'dotalliance',
]

/** Registrars that are also the registrant of customers' domains at a sister company, in the form of CORPORATE_REGISTRARS. */
export const HOLDING_REGISTRARS: readonly string[] = ['1 & 1 internet']
