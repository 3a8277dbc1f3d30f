import type { Schemas } from '../api/api-client.ts'
import { checkListedDomain } from '../parts/domain-check.ts'
import { unicodeOf } from '../parts/punycode.ts'
import { newestOfEachDomain } from '../parts/recent-domains.ts'
import { counted } from '../parts/texts.ts'
import { ACCOUNT_PAGES, NAVIGATION } from './navigation.ts'

export interface Hit {
  kind: 'Action' | 'Analysis' | 'Operator' | 'List' | 'Page'
  label: string
  detail: string | null
  href: string
}

/** Everything that the palette searches. The operators come from a search of the service. */
export interface Searched {
  analyses: readonly Pick<
    Schemas['JobListItem'],
    'job_id' | 'domain' | 'domain_unicode' | 'entity'
  >[]
  operators: readonly Pick<Schemas['FoundEntity'], 'name' | 'domain_count'>[]
  lists: readonly Pick<Schemas['BulkJob'], 'bulk_job_id' | 'name' | 'total'>[]
}

const HITS_OF_KIND_MAX = 5
const TEXT_CHARACTERS_MAX = 255
const EMAIL = /^[^\s@/]+@([^\s@/]+)$/

const PAGES: readonly Hit[] = [
  ...NAVIGATION.flatMap((group) => group.destinations),
  ...ACCOUNT_PAGES,
]
  .map(({ title, href }): Hit => ({ kind: 'Page', label: title, detail: null, href }))
  .concat({ kind: 'Page', label: 'Feedback', detail: null, href: '/feedback' })

/** Domain of a pasted domain, web address or email address, also when it is defanged. */
export function domainIn(text: string): string | null {
  const pasted = text.trim().slice(0, TEXT_CHARACTERS_MAX)
  return checkListedDomain(EMAIL.exec(pasted)?.[1] ?? pasted).domain
}

/** Without a text, only the pages are listed, so that the palette is a menu. */
export function hitsFor(text: string, { analyses, operators, lists }: Searched): readonly Hit[] {
  const words = text.trim().toLowerCase()
  const domain = domainIn(text)
  if (words === '') return PAGES
  const wanted = domain ?? words
  const contains = (value: string | null) => value?.toLowerCase().includes(wanted) === true
  return [
    ...actionsFor(domain),
    ...newestOfEachDomain(analyses)
      .filter(
        (each) => contains(each.domain) || contains(each.domain_unicode) || contains(each.entity),
      )
      .slice(0, HITS_OF_KIND_MAX)
      .map(hitOfAnalysis),
    ...operators.slice(0, HITS_OF_KIND_MAX).map(hitOfOperator),
    ...lists
      .filter(({ name, bulk_job_id: id }) => contains(name ?? id))
      .slice(0, HITS_OF_KIND_MAX)
      .map(hitOfList),
    ...PAGES.filter(({ label }) => contains(label)),
  ]
}

function actionsFor(domain: string | null): Hit[] {
  if (domain === null) return []
  const named = encodeURIComponent(domain)
  const shown = unicodeOf(domain)
  return [
    { kind: 'Action', label: `Analyze ${shown}`, detail: null, href: `/?domain=${named}` },
    { kind: 'Action', label: `Open ${shown}`, detail: 'history', href: `/domains/${named}` },
  ]
}

const hitOfAnalysis = (found: Searched['analyses'][number]): Hit => ({
  kind: 'Analysis',
  label: found.domain_unicode,
  detail: found.entity,
  href: `/jobs/${encodeURIComponent(found.job_id)}`,
})

const hitOfOperator = ({ name, domain_count: total }: Searched['operators'][number]): Hit => ({
  kind: 'Operator',
  label: name,
  detail: counted(total, 'domain'),
  href: `/entities/${encodeURIComponent(name)}`,
})

const hitOfList = ({ bulk_job_id: id, name, total }: Searched['lists'][number]): Hit => ({
  kind: 'List',
  label: name ?? id,
  detail: counted(total, 'line'),
  href: `/bulk/${encodeURIComponent(id)}`,
})
