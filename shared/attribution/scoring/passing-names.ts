import { infrastructureRole } from '../data/infrastructure-operators.ts'
import { findBrand } from '../data/well-known-brands.ts'
import { type DomainLabel, labelLikeness } from '../names/domain-label.ts'
import { compactName, sameEntity } from '../names/entity-names.ts'
import type { Signal } from '../signals/signal.ts'
import { BASIS_OF } from '../signals/signal-authors.ts'
import { signalKind } from '../signals/signal-kinds.ts'
import type { Spellings } from './spelling.ts'

/**
 * True for a provider or a famous brand that the evidence only mentions, so it is no candidate.
 * False if the domain contains its name, or if an independent source such as the registration names
 * it.
 */
export function isOnlyMentioned(
  named: Spellings,
  label: DomainLabel,
  context: MentionContext,
): boolean {
  const roles = named.names.map((name) => infrastructureRole(compactName(name)))
  const provider = context.providers.some((each) =>
    named.names.some((name) => sameEntity(each, name)),
  )
  const serving = provider || roles.some((role) => role !== null)
  const famous = named.names
    .map((name) => findBrand(compactName(name)))
    .find((brand) => brand !== null)
  if (!serving && famous === undefined) return false
  if (famous?.domains.includes(context.registrableDomain)) return false
  if (named.names.some((name) => labelLikeness(name, label) >= OWN_LABEL_LIKENESS_MIN)) return false
  const byDefault = context.registrarDefaults.some((registrar) =>
    named.names.some((name) => sameEntity(registrar, name)),
  )
  const ownWords =
    famous === undefined &&
    named.signals.some((signal) => statesVendorOwnership(signal, context.registrableDomain, named))
  const vouched = named.signals.some(
    ({ kind, author }) =>
      (VOUCHING_KINDS.has(kind) || BASIS_OF[author] === 'verified') &&
      !(byDefault && kind === 'registrant_organization'),
  )
  const registeredAndNamed =
    byDefault &&
    named.signals.some(
      (signal) =>
        signalKind(signal.kind)?.group === 'site:legal' || signal.kind === 'copyright_holder',
    )
  const copied =
    famous !== undefined || provider || roles.some((role) => role !== null && role !== 'vendor')
  return !vouched && !ownWords && !registeredAndNamed && !isStatedBySite(named.signals, copied)
}

// True if the site states the name clearly enough. Templates of sites name providers, and impostors
// copy the footers of famous brands (`copied`). So such a name needs two kinds of statements, one
// of them in a legal text.
function isStatedBySite(signals: readonly Signal[], copied: boolean): boolean {
  const claims = signals.filter(({ kind }) => CLAIMING_KINDS.has(kind))
  const several = new Set(claims.map(({ group }) => group)).size > 1
  const inTerms = claims.some(({ kind }) => OWN_TERMS_KINDS.has(kind))
  if (copied) return several && inTerms
  return (
    several ||
    inTerms ||
    signals.some(
      ({ marks = [] }) => marks.includes('rights footer') && marks.includes('rights behind'),
    )
  )
}
const OWN_TERMS_KINDS = new Set(['imprint_operator', 'privacy_controller', 'agreement_party'])
const CLAIMING_KINDS = new Set([
  ...OWN_TERMS_KINDS,
  'copyright_holder',
  'operator_statement',
  'structured_organization',
  'structured_legal_name',
  'structured_publisher',
])

function statesVendorOwnership(
  signal: Signal,
  registrableDomain: string,
  named: Spellings,
): boolean {
  return (
    signal.kind === 'operator_statement' &&
    signal.observed.toLowerCase().includes(registrableDomain) &&
    named.names.every((name) => [null, 'vendor'].includes(infrastructureRole(compactName(name))))
  )
}

export interface MentionContext {
  registrableDomain: string
  /** Site builder, privacy service, and a registrar that entered itself as the registrant. */
  providers: readonly string[]
  registrarDefaults: readonly string[]
}

const OWN_LABEL_LIKENESS_MIN = 0.75
const VOUCHING_KINDS = new Set([
  'registrant_organization',
  'certificate_organization',
  'mark_certificate',
  'brand_suffix',
  'redirect_target_registrant',
  'owner_domain_registrant',
  'sellers_json_name',
])
