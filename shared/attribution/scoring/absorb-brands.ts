import { type DomainLabel, labelLikeness } from '../names/domain-label.ts'
import { guessEntityType, hasLegalForm } from '../names/entity-names.ts'
import type { Signal } from '../signals/signal.ts'
import { signalKind } from '../signals/signal-kinds.ts'
import { type Cluster, compareText } from './name-clusters.ts'

const BRAND_LIKENESS_MIN = 0.6
const FOOTER_BRAND_LIKENESS_MIN = 0.6

export interface Merged {
  cluster: Cluster
  brands: Cluster[]
}

/** A site's brand belongs to the operator that the same site names; it is then an alias, not a rival. */
export function absorbBrands(clusters: readonly Cluster[], label: DomainLabel, signals: readonly Signal[]): Merged[] {
  const corporate = signals.some((signal) => signal.kind === 'corporate_registrar')
  const brands = clusters.filter((cluster) => isBrand(cluster, label))
  const operators = clusters.filter((cluster) => !brands.includes(cluster))
  const host = operatorAmong(operators, corporate)
  if (host === undefined) return clusters.map((cluster) => ({ cluster, brands: [] }))
  const footers = operators.filter((cluster) => cluster !== host && isFooterBrand(cluster, label))
  const owner = isFooterBrand(host, label)
    ? operatorAmong(
        operators.filter((cluster) => !isFooterBrand(cluster, label)),
        corporate,
      )
    : host
  const holder = owner !== undefined && outranksFooter(owner, corporate) ? owner : host
  const taken =
    holder === host
      ? outranksFooter(host, corporate)
        ? footers
        : []
      : [host, ...footers.filter((cluster) => cluster !== holder)]
  return operators
    .filter((cluster) => !taken.includes(cluster))
    .map((cluster) => ({ cluster, brands: cluster === holder ? [...brands, ...taken] : [] }))
}

/** Takes a site's titles from a registrant whom the site does not name, when the site answers under another name. */
export function partTitles(clusters: readonly Cluster[]): Cluster[] {
  const answering = clusters.some((cluster) => cluster.signals.some(isAnswer))
  return clusters.flatMap((cluster) => {
    const titles = cluster.signals.filter((signal) => signalKind(signal.kind)?.party === 'site')
    const outside = cluster.signals.filter((signal) => signalKind(signal.kind)?.party !== 'site')
    const unnamed =
      titles.length > 0 && outside.length > 0 && titles.every((signal) => signalKind(signal.kind)?.role === 'trade')
    return answering && unnamed ? [restricted(cluster, outside), restricted(cluster, titles)] : [cluster]
  })
}

const restricted = (cluster: Cluster, signals: Signal[]): Cluster => ({
  names: cluster.names.filter((name) => signals.some((signal) => signal.entity === name)),
  signals,
})

/** Whether the site, or an authority for it, answers under a name with a legal form. */
export const isAnswer = (signal: Signal): boolean =>
  ANSWERING_KINDS.has(signal.kind) && hasLegalForm(signal.entity ?? '')

function operatorAmong(clusters: readonly Cluster[], corporate: boolean): Cluster | undefined {
  return clusters
    .filter((cluster) => answersForSite(cluster))
    .map((cluster) => ({ cluster, weight: operatorWeight(cluster, corporate) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || compareText(a.cluster.names[0] ?? '', b.cluster.names[0] ?? ''))[0]?.cluster
}

/** A bare word in a footer may be the theme's; whoever takes over the site's brand has a legal form or more than a footer. */
function answersForSite(cluster: Cluster): boolean {
  const groups = new Set(
    cluster.signals.filter((signal) => signalKind(signal.kind)?.role === 'legal').map((signal) => signal.group),
  )
  const telling = (name: string): boolean =>
    hasLegalForm(name) || (name.includes(' ') && guessEntityType(name) !== 'unknown')
  return groups.size > 1 || !groups.has('site:footer') || cluster.names.some(telling)
}

/** A copyright line that only repeats the domain's or site's own brand, without a legal form, names no operator. */
function isFooterBrand(cluster: Cluster, label: DomainLabel): boolean {
  const legal = cluster.signals.filter((signal) => signalKind(signal.kind)?.role === 'legal')
  return (
    legal.every((signal) => signal.kind === 'copyright_holder' || signal.kind === 'page_author') &&
    !cluster.names.some((name) => hasLegalForm(name)) &&
    guessEntityType(cluster.names[0] ?? '') !== 'person' &&
    (cluster.signals.some((signal) => signal.kind === 'site_name') ||
      cluster.names.some((name) => labelLikeness(name, label) >= FOOTER_BRAND_LIKENESS_MIN))
  )
}

/** An operator that more than a footer names, so that the footer's brand is its own. */
function outranksFooter(cluster: Cluster, corporate: boolean): boolean {
  if (!cluster.names.some((name) => hasLegalForm(name))) return false
  const onSite = cluster.signals.some((signal) => signalKind(signal.kind)?.party === 'site')
  return cluster.signals.some(
    ({ kind }) => OUTRANKING_KINDS.has(kind) || (kind === 'registrant_organization' && (corporate || onSite)),
  )
}

const OUTRANKING_KINDS = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'agreement_party',
  'structured_legal_name',
  'structured_person',
  'first_person_name',
  'trademark_holder',
  'certificate_organization',
  'sellers_json_name',
  'owner_domain_registrant',
])

function isBrand(cluster: Cluster, label: DomainLabel): boolean {
  if (cluster.signals.some((signal) => signalKind(signal.kind)?.role === 'legal')) return false
  const titled = cluster.signals.some((signal) => signalKind(signal.kind)?.group === 'site:title')
  return titled || cluster.names.some((name) => labelLikeness(name, label) >= BRAND_LIKENESS_MIN)
}

const SITE_OPERATOR_KINDS = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'agreement_party',
  'copyright_holder',
  'structured_legal_name',
  'structured_person',
  'first_person_name',
  'page_author',
])

function operatorWeight(cluster: Cluster, corporate: boolean): number {
  const kinds = new Map<string, number>()
  for (const signal of cluster.signals) {
    const site = SITE_OPERATOR_KINDS.has(signal.kind)
    if (site || (corporate && signal.kind === 'registrant_organization'))
      kinds.set(signal.kind, Math.max(kinds.get(signal.kind) ?? 0, signal.strength))
  }
  return [...kinds.values()].reduce((sum, strength) => sum + strength, 0)
}

const ANSWERING_KINDS = new Set([
  'imprint_operator',
  'privacy_controller',
  'operator_statement',
  'agreement_party',
  'copyright_holder',
  'structured_legal_name',
  'certificate_organization',
])
