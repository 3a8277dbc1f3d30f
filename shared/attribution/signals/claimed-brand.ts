import { words } from '../../platform/multiline.ts'
import type { Target } from '../collector.ts'
import { WELL_KNOWN_BRANDS, type WellKnownBrand } from '../data/well-known-brands.ts'
import { readDomainLabel } from '../names/domain-label.ts'
import { compactName, nameParts } from '../names/entity-names.ts'
import { unmixed } from '../names/similar-letters.ts'
import { contextSignal } from './build-signal.ts'
import type { Signal } from './signal.ts'
import { BASIS_OF } from './signal-authors.ts'

const BRANCH_WORDS = new Set(
  words`
    tc bankasi bankas banki sube subesi banco banca banque bank caja cassa groupe grupo gruppo
    gruppe grupa koninklijke norge norway sverige danmark suomi polska cesko magyarorszag
    turkiye brasil mexico portugal osterreich schweiz suisse belgique canada australia india
    wallet prime outlet paket post bank group online europe international deutschland france
    espana italia nederland uk usa us japan support id account service services card pay mail
    express business streaming plus com office outlook web security team kundenservice help
  `,
)

/** "Banco Santander" means the brand; with other words it is another company. */
export function claimsBrand(name: string, brand: WellKnownBrand): boolean {
  const { core } = nameParts(unmixed(name))
  const compact = core.join('')
  if (brand.names.includes(compact)) return true
  return core.some((_, from) =>
    [1, 2, 3].some(
      (length) =>
        brand.names.includes(core.slice(from, from + length).join('')) &&
        core.every(
          (word, index) => (index >= from && index < from + length) || BRANCH_WORDS.has(word),
        ),
    ),
  )
}

/**
 * True if somebody other than the domain's holder says that the domain belongs to the brand. The
 * page, the DNS zone and an address at a cloud confirm nothing: an attacker chooses them.
 */
export const isConfirmed = (brand: WellKnownBrand, signals: readonly Signal[]): boolean =>
  signals.some(
    ({ kind, stance, author, entity }) =>
      stance === 'supports' &&
      BASIS_OF[author] === 'verified' &&
      entity !== null &&
      (CHECKED_CLIENTS.has(kind) ? namesBrand(entity, brand) : isBrandItself(entity, brand)),
  )

// Signals from the brand's own registrar or suffix, where the name of each client is checked. So a
// longer name also confirms the brand.
const CHECKED_CLIENTS: ReadonlySet<string> = new Set(['corporate_registrar', 'brand_suffix'])

// True only for the exact name of the brand. A longer name confirms nothing: anybody can found
// "PayPal Helpdesk Ltd" and get a certificate.
const isBrandItself = (name: string, brand: WellKnownBrand): boolean =>
  brand.names.includes(
    nameParts(unmixed(name))
      .core.filter((word) => word !== 'com')
      .join(''),
  )

/** True for a name that begins with the brand, such as "PayPal Europe". */
export function namesBrand(name: string, brand: WellKnownBrand): boolean {
  const { core } = nameParts(unmixed(name))
  return brand.names.some((each) => core[0] === each || core.join('').startsWith(each))
}

const LEGAL_KINDS: ReadonlySet<string> = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'copyright_holder',
  'structured_legal_name',
])

/** A site that states other legal names usually belongs to a dealer or a fan of the brand. */
export function namesSomebodyElse(signals: readonly Signal[], brand: WellKnownBrand): boolean {
  const legal = signals.filter(({ kind, entity }) => entity !== null && LEGAL_KINDS.has(kind))
  return (
    legal.length > 0 &&
    legal.every(
      (signal) =>
        !brand.names.some((name) => compactName(unmixed(signal.entity ?? '')).includes(name)),
    )
  )
}

const CLAIMING_KINDS: ReadonlySet<string> = new Set([
  'registrant_organization',
  'registrant_name',
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'copyright_holder',
  'owner_statement',
  'structured_legal_name',
  'structured_organization',
  'structured_publisher',
  'redirect_target_registrant',
  'owner_domain_registrant',
  'sellers_json_name',
  'model_reading',
  'model_vision',
  'company_record',
])

// After this time a domain with the brand's name counts as the holder's own name: owners of famous
// brands take such a domain back within a few years (UDRP).
const OWN_NAME_DAYS = 3_650

/** Signal for a domain in the list of well-known brands. No other list counts. */
export function brandDomainSignals({ registrableDomain }: Target): Signal[] {
  const owner = WELL_KNOWN_BRANDS.find(({ domains }) => domains.includes(registrableDomain))
  if (owner === undefined) return []
  return owner.names.slice(0, 1).map((name) => ({
    ...contextSignal('brand_domain', 'whois', registrableDomain, name),
    stance: 'supports' as const,
  }))
}

/**
 * Signal for a site that claims to be a brand without confirmation. The entity is the name as the
 * site spells it.
 */
export function brandClaimSignal(
  target: Target,
  signals: readonly Signal[],
  ageDays: number,
): Signal | null {
  const label = readDomainLabel(target.registrableDomain)
  const claimed = signals.filter(
    ({ kind, stance, entity }) =>
      CLAIMING_KINDS.has(kind) && stance === 'supports' && entity !== null,
  )
  for (const { entity } of claimed) {
    const brand = brandOf(entity ?? '')
    if (brand === null || brand.domains.includes(target.registrableDomain)) continue
    const isOwnName =
      brand.names.includes(label.compact) && Number.isFinite(ageDays) && ageDays >= OWN_NAME_DAYS
    if (isOwnName || isConfirmed(brand, signals) || namesSomebodyElse(signals, brand)) continue
    return contextSignal('brand_claim', 'http_probe', `${target.domain} beside ${entity}`, entity)
  }
  return null
}

/** Also finds names in letters of another script that look like Latin ones. */
export const brandOf = (name: string): WellKnownBrand | null =>
  WELL_KNOWN_BRANDS.find((brand) => claimsBrand(name, brand)) ?? null
