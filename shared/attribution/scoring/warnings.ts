import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { REDIRECT_PLATFORMS } from '../data/provider-hosts.ts'
import type { EvidenceSet } from '../evidence.ts'
import { labelToUnicode } from '../names/domain-label.ts'
import { sameEntity } from '../names/entity-names.ts'
import { mixesScripts } from '../names/similar-letters.ts'
import type { Signal } from '../signals/signal.ts'
import { explainSignal } from '../signals/signal-kinds.ts'
import type { CeilingFacts } from './ceiling-facts.ts'
import { VERY_YOUNG_DAYS } from './ceilings.ts'
import {
  WARNING_KINDS,
  WARNING_SEVERITIES,
  type Warning,
  type WarningKind,
} from './scoring-result.ts'

/** Limit of the list: a page can hide many names, and each one is a warning. */
const WARNINGS_MAX = 10
const DETAIL_LENGTH_MAX = 300
/** If a page has a shorter text than this, probably only scripts show its text. */
const TEXT_LENGTH_MIN = 40

const WARNING_OF: Readonly<Record<string, WarningKind>> = {
  look_alike: 'imitates',
  unconfirmed_claim: 'unconfirmed_claim',
  brand_claim: 'unconfirmed_claim',
  hidden_statement: 'hidden_text',
  redirect_elsewhere: 'redirects_elsewhere',
  registration_ended: 'registration_ending',
  unreachable: 'unreadable_site',
  injected_instructions: 'orders_in_text',
  not_registered: 'not_registered',
  parked: 'parked',
  registrant_withheld: 'registrant_withheld',
  privacy_proxy: 'registrant_withheld',
}

export const WARNING_MEANINGS: Readonly<Record<WarningKind, string>> = {
  imitates:
    'The name, the page or both imitate a company, and nothing that this company controls ' +
    'confirms the domain.',
  unconfirmed_claim:
    'The site claims to be a known company, and nothing that this company controls confirms it.',
  hidden_text: 'A statement about the operator stands in text that visitors cannot see.',
  redirects_elsewhere:
    'The domain redirects to the site of another domain. Anybody can redirect to any site.',
  very_young: `The domain was registered less than ${VERY_YOUNG_DAYS} days before the analysis.`,
  mixed_scripts: 'The domain or the name of the operator mixes letters of scripts that look alike.',
  registration_ending: 'The registration is on hold or being deleted.',
  unreadable_site: 'The site refused, did not answer, or shows text only to browsers with scripts.',
  orders_in_text: 'The evidence contains instructions to programs. They were ignored.',
  not_registered: 'The domain is not registered.',
  parked: 'The page is a parking page or the default page of a server.',
  for_sale: 'The page offers the domain for sale.',
  registrant_withheld: 'The registration names no registrant, or a privacy service in its place.',
}
// Kinds of warnings that name a company. Other kinds show no name: for a withheld registrant it
// would be only the registrar's.
const NAMING: ReadonlySet<WarningKind> = new Set(['imitates', 'unconfirmed_claim', 'hidden_text'])

/** Each kind and entity once, high severity first. `verified` are candidates of this basis. */
export function collectWarnings(
  target: Target,
  evidence: EvidenceSet,
  signals: readonly Signal[],
  {
    entity,
    verified,
    facts,
  }: { entity: string | null; verified: readonly string[]; facts: CeilingFacts },
): Warning[] {
  // Leaves out two warnings: a claim to be a brand if the site has another operator, and a claim to
  // be a company that is verified.
  const isVoid = ({ kind, entity: claimed }: Signal): boolean =>
    (kind === 'brand_claim' && entity !== null) ||
    (kind === 'unconfirmed_claim' && verified.some((name) => sameEntity(name, claimed ?? '')))
  const found = [
    ...signals.filter((signal) => !isVoid(signal)).flatMap((signal) => ofSignal(signal, evidence)),
    ...ofSite(target, evidence),
    ...ofNames(target, entity),
    ...(facts.ageDays < VERY_YOUNG_DAYS
      ? [
          warning(
            'very_young',
            `The domain was registered ${Math.floor(facts.ageDays)} days before the analysis.`,
          ),
        ]
      : []),
  ]
  const once = new Map(found.map((each) => [`${each.kind} ${each.entity}`, each]))
  return [...once.values()]
    .sort((a, b) => WARNING_KINDS.indexOf(a.kind) - WARNING_KINDS.indexOf(b.kind))
    .slice(0, WARNINGS_MAX)
}

const warning = (kind: WarningKind, detail: string, entity: string | null = null): Warning => ({
  kind,
  severity: WARNING_SEVERITIES[kind],
  entity,
  detail: detail.slice(0, DETAIL_LENGTH_MAX).toWellFormed(),
})

function ofSignal({ kind, entity, observed }: Signal, evidence: EvidenceSet): Warning[] {
  const known = WARNING_OF[kind]
  if (known === undefined) return []
  const isOffered = kind === 'parked' && evidence.http_probe?.data?.placeholder?.kind === 'for_sale'
  const meant = isOffered ? 'for_sale' : known
  return [warning(meant, explainSignal(kind, entity, observed), NAMING.has(meant) ? entity : null)]
}

function ofSite(target: Target, { http_probe: probe }: EvidenceSet): Warning[] {
  const data = probe?.data
  if (probe !== undefined && data == null)
    return probe.status === 'skipped'
      ? []
      : [warning('unreadable_site', 'The site did not answer.')]
  if (data == null) return []
  const landing = data.final_url === null ? null : registrableOf(data.final_url)
  const found: Warning[] = []
  if (landing !== null && landing !== target.registrableDomain && !REDIRECT_PLATFORMS.has(landing))
    found.push(
      warning(
        'redirects_elsewhere',
        `The domain redirects to ${landing}. Anybody can redirect to any site.`,
      ),
    )
  const [home] = data.pages
  const isEmpty =
    home !== undefined && data.placeholder === null && home.text.trim().length < TEXT_LENGTH_MIN
  if (data.outcome === 'reached' && isEmpty)
    found.push(warning('unreadable_site', 'The home page shows hardly any text without scripts.'))
  return found
}

function ofNames({ domain }: Target, entity: string | null): Warning[] {
  const found: Warning[] = []
  const unicode = domain.split('.').map(labelToUnicode).join('.')
  const alike = 'contains letters that look like letters of another script.'
  if (unicode !== domain && mixesScripts(unicode))
    found.push(warning('mixed_scripts', `${unicode} ${alike}`))
  if (entity !== null && mixesScripts(entity))
    found.push(warning('mixed_scripts', `The name of the operator ${alike}`, entity))
  return found
}
