/**
 * First words of the names of registrars for large companies, in lower case without punctuation.
 * Some registries require a local registrant, so such a registrar sometimes enters itself as the
 * registrant of a customer's domain. A registrar that sells to anybody in its shop is in
 * RETAIL_CORPORATE_REGISTRARS too.
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

/**
 * Corporate registrars that also sell to anybody in a web shop, or about which no check of clients
 * is published. A registrant there is the text of the holder.
 */
export const RETAIL_CORPORATE_REGISTRARS: readonly string[] = [
  '101domain',
  'marcaria',
  'instra corporation',
  'encirca',
  'ip mirror',
  'nameaction',
  'domain registries foundation',
  'dotalliance',
  'lexsynergy',
  'ports group',
  'abion ab',
  'ebrand services',
  'ebrandservices',
]

/**
 * Registrars that enter their own name as the registrant of domains that customers ordered from a
 * sister company. The list contains the first words of the registrars' names, in lower case without
 * punctuation.
 */
export const HOLDING_REGISTRARS: readonly string[] = ['1 & 1 internet']
