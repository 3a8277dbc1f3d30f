import type { IndexSource } from '../../platform/index-source-ids.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isSameCompany } from '../names/entity-names.ts'
import { isHeldLong } from '../registration-record.ts'
import type { IndexEntry } from '../witness-evidence.ts'
import { nameSignal } from './build-signal.ts'
import { includesCompany, ownNamesOf } from './own-names.ts'
import type { Signal } from './signal.ts'
import type { Author } from './signal-authors.ts'

const TITLES: Readonly<Record<IndexSource, string>> = {
  dotgov: 'the registry of .gov',
  swot: 'the list of academic domains (swot)',
  ror: 'the register of research organisations (ROR)',
  brreg: 'the register of Norway (Brønnøysund)',
  prh: 'the register of Finland (PRH)',
  kbo: 'the register of Belgium (KBO)',
  google_sellers: 'the sellers.json of Google',
}
/** People review these lists, and a company cannot enter itself. */
const CURATED: readonly IndexSource[] = ['swot', 'ror']
// Only a date at which somebody stated the website shows that the entry is about this holder. The
// date of ROR changes with every edit of the record, and the others have none.
const DATED: readonly IndexSource[] = ['prh']
const ONE_WAY_FACTOR = 0.5

/** `stated` are the signals of the site and of the registration. */
export function domainIndexSignals(evidence: EvidenceSet, stated: readonly Signal[]): Signal[] {
  const createdAt = evidence.whois?.data?.record.created_at
  const names = ownNamesOf(stated)
  return (evidence.domain_index?.data?.entries ?? []).flatMap((entry) => {
    // An entry that is older than the registration is about a former holder.
    if (Date.parse(entry.as_of) < Date.parse(createdAt ?? '')) return []
    const signal = signalOf(entry, evidence, names)
    return signal === null ? [] : [signal]
  })
}

function signalOf(
  entry: IndexEntry,
  evidence: EvidenceSet,
  names: readonly string[],
): Signal | null {
  const about = {
    collector: 'domain_index' as const,
    name: entry.name,
    observed: `${entry.name} in ${TITLES[entry.source]}, ${entry.as_of}`,
  }
  if (entry.source === 'dotgov') return nameSignal('government_list', about)
  if (entry.source === 'google_sellers')
    return sellsHere(entry, evidence) ? nameSignal('seller_index', about) : null
  const author = authorOf(entry, names, evidence.whois?.data?.record.created_at)
  return nameSignal('official_list', {
    ...about,
    author,
    factor: author === 'named party' ? 1 : ONE_WAY_FACTOR,
  })
}

/**
 * A company can enter any domain in its own entry, and a site can state any company. Only both
 * together confirm the name.
 */
function authorOf(
  entry: IndexEntry,
  names: readonly string[],
  createdAt: string | null | undefined,
): Author {
  const isStated = CURATED.includes(entry.source)
    ? names.some((name) => isSameCompany(name, entry.name))
    : includesCompany(names, entry.name)
  const stated = Date.parse(entry.as_of)
  const isAboutHolder = DATED.includes(entry.source)
    ? stated >= Date.parse(createdAt ?? '')
    : isHeldLong(createdAt, stated)
  return isStated && isAboutHolder ? 'named party' : 'register'
}

// Anybody can copy a seller id into a page, but ads.txt says that the site sells with it.
function sellsHere({ seller_id: id }: IndexEntry, { http_probe: probe }: EvidenceSet): boolean {
  const lines = probe?.data?.ads_txt?.direct ?? []
  return lines.some(
    ({ system, seller_id }) =>
      system.toLowerCase() === 'google.com' && seller_id.toLowerCase() === id?.toLowerCase(),
  )
}
