/**
 * First words of the names of registrars for large companies, in lower case without punctuation. Some registries require a local
 * registrant, so such a registrar sometimes enters itself as the registrant of a customer's domain.
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
 * Registrars that enter their own name as the registrant of domains that customers ordered from a sister company. The list contains the
 * first words of the registrars' names, in lower case without punctuation.
 */
export const HOLDING_REGISTRARS: readonly string[] = ['1 & 1 internet']
