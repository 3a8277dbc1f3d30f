import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { PageEvidence } from '../page-evidence.ts'
import { certifiedOrganizations } from '../signals/certified-organizations.ts'

/**
 * A text that claims can quote. In a short field (`stated`) a name alone confirms an operator. In
 * running text (`prose`) a name alone proves nothing.
 */
export interface EvidenceDocument {
  id: string
  /** Such as "whois" or "http_probe home https://example.com/". Stored with each quote. */
  source: string
  form: 'stated' | 'prose'
  text: string
}

/** Limit for all documents together. It is about 8,000 tokens of a language model. */
const CHARACTERS_MAX = 32_000
const STATED_CHARACTERS_MAX = 3_000
const HOME_CHARACTERS_MAX = 6_000
const PAGE_CHARACTERS_MAX = 4_500
const PAGES_MAX = 6
const LIST_ITEMS_MAX = 12
const LINE_CHARACTERS_MAX = 400
// A long text is cut in the middle: half of the kept text is its start, half its end. The end is
// kept because a footer often names the operator.
const HEAD_SHARE = 0.5

type Draft = Omit<EvidenceDocument, 'id'>

/**
 * Returns the documents, the most useful first, so that the length limit cuts the least useful
 * ones.
 */
export function documentsOf(target: Target, evidence: EvidenceSet): EvidenceDocument[] {
  const pages = (evidence.http_probe?.data?.pages ?? []).slice(0, PAGES_MAX)
  const drafts: Draft[] = [
    ...registrationDraft(evidence),
    ...pages.flatMap(statedDraft),
    ...pages.flatMap(proseDraft),
    ...certificateDraft(target, evidence),
    ...siteFilesDraft(evidence),
    ...dnsDraft(evidence),
  ]
  const documents: EvidenceDocument[] = []
  let left = CHARACTERS_MAX
  for (const draft of drafts) {
    const text = excerpt(draft.text, Math.min(left, limitOf(draft)))
    if (text === '') continue
    left -= text.length
    documents.push({ ...draft, id: `e${documents.length + 1}`, text })
  }
  return documents
}

function limitOf({ form, source }: Draft): number {
  if (form === 'stated') return STATED_CHARACTERS_MAX
  return source.startsWith('http_probe home ') ? HOME_CHARACTERS_MAX : PAGE_CHARACTERS_MAX
}

function excerpt(text: string, most: number): string {
  const whole = text.trim()
  if (whole.length <= most) return whole
  if (most < 40) return ''
  const head = Math.floor((most - 3) * HEAD_SHARE)
  const tail = whole.slice(whole.length - (most - 3 - head))
  return `${whole.slice(0, head).toWellFormed()}\n…\n${tail.toWellFormed()}`
}

// Writes one line for each field. Line breaks inside a value become spaces; otherwise an attacker
// could imitate another field.
function lines(...entries: (readonly [label: string, value: string | null | undefined])[]): string {
  return entries
    .filter(([, value]) => value !== null && value !== undefined && value.trim() !== '')
    .map(
      ([label, value]) =>
        `${label}: ${value?.replace(/\s+/gu, ' ').trim().slice(0, LINE_CHARACTERS_MAX)}`,
    )
    .join('\n')
}

const each = (label: string, values: readonly (string | null)[]) =>
  values.slice(0, LIST_ITEMS_MAX).map((value) => [label, value] as const)

function registrationDraft({ whois }: EvidenceSet): Draft[] {
  const record = whois?.data?.record
  if (record === undefined) return []
  const text = lines(
    ['registrant organisation', record.registrant.organization],
    ['registrant name', record.registrant.name],
    ['registrant e-mail domain', record.registrant.email_domain],
    ['registrant country', record.registrant.country],
    ['privacy', record.privacy],
    ['privacy service', record.privacy_service],
    ['registrar', record.registrar.name],
    ['created', record.created_at],
  )
  return [{ source: 'whois', form: 'stated', text }]
}

function statedDraft(page: PageEvidence): Draft[] {
  const text = lines(
    ['site name', page.site_name],
    ['application name', page.application_name],
    ['author', page.author],
    ...each('copyright line', [
      ...new Set(
        page.mentions.flatMap(({ place, observed }) => (place === 'rights' ? [observed] : [])),
      ),
    ]),
    ...each(
      'structured data',
      page.organizations.map((one) =>
        [one.type, one.via, one.legal_name, one.name, one.parent].filter(Boolean).join(' · '),
      ),
    ),
    ...each(
      'legal statement',
      page.legal_statements.map(({ observed }) => observed),
    ),
  )
  return [{ source: `http_probe ${page.role} ${page.url}`, form: 'stated', text }]
}

function proseDraft(page: PageEvidence): Draft[] {
  const about = lines(['title', page.title], ['description', page.description])
  return [
    {
      source: `http_probe ${page.role} ${page.url}`,
      form: 'prose',
      text: `${about}\n${page.text}`,
    },
  ]
}

function certificateDraft(target: Target, evidence: EvidenceSet): Draft[] {
  return [
    {
      source: 'certificates',
      form: 'stated',
      text: lines(...each('certificate holder', certifiedOrganizations(target, evidence))),
    },
  ]
}

function siteFilesDraft({ http_probe: site }: EvidenceSet): Draft[] {
  const data = site?.data
  if (data === null || data === undefined) return []
  const text = lines(
    ['ads.txt owner domain', data.ads_txt?.owner_domain],
    ...each(
      'advertising seller',
      data.sellers.filter(({ confidential }) => !confidential).map(({ name }) => name),
    ),
    ...each('trust.txt controlled by', data.trust_txt?.controlled_by ?? []),
    ...each('security contact', data.security_txt?.contacts ?? []),
    ['site builder', data.site_builder],
  )
  return [{ source: 'http_probe files', form: 'stated', text }]
}

function dnsDraft({ dns }: EvidenceSet): Draft[] {
  const data = dns?.data
  if (data === null || data === undefined) return []
  const text = lines(
    ...each('name server', data.ns),
    ...each(
      'mail server',
      data.mx.map(({ host }) => host),
    ),
    ...each('TXT record', data.txt),
  )
  // A TXT record can contain any text, such as the name of a vendor. So it is `prose`: a name alone
  // in it does not identify the operator.
  return [{ source: 'dns', form: 'prose', text }]
}
