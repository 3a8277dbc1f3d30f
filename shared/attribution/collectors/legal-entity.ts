import { z } from 'zod'
import type { Collector, CollectorTools, Target } from '../collector.ts'
import type { EvidenceSet, LegalEntityEvidence } from '../evidence.ts'
import { isSameName, normalizeEntityName } from '../names/entity-names.ts'
import { hasForm, withoutForm } from '../names/forms-in-words.ts'
import { OPERATOR_STATEMENTS } from '../page-evidence.ts'
import { certifiedOrganizations } from '../signals/certified-organizations.ts'
import { disclosedOrganization } from '../signals/registration-signals.ts'

type Match = LegalEntityEvidence['matches'][number]

const API = 'https://api.gleif.org/api/v1'
const CONTROL_URL = `${API}/lei-records?page[size]=1`
const SOURCE = 'api.gleif.org'
const NAMES_MAX = 3
const RECORDS_PER_NAME = 10
const MATCHES_PER_NAME = 3
const REQUEST_TIMEOUT_MS = 6_000
const RESPONSE_BYTES_MAX = 512 * 1024

export const legalEntity: Collector<'legal_entity'> = {
  name: 'legal_entity',
  budgetMs: 15_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, tools) {
    const names = namesToLookUp(target, tools.earlier)
    if (names.length === 0)
      return { status: 'skipped', detail: 'The evidence contains no name of a legal entity.' }
    const answers = await Promise.all(names.map((name) => lookUp(name, tools)))
    if (answers.every((answer) => answer === null))
      return {
        status: 'failed',
        detail: 'The register of legal entities did not answer.',
        source: SOURCE,
      }
    const matches = answers.flatMap((answer) => answer ?? [])
    if (matches.length === 0)
      return {
        status: 'empty',
        detail: 'The register contains none of the names.',
        source: SOURCE,
        evidence: { matches },
      }
    return { status: 'ok', evidence: { matches }, source: SOURCE }
  },
}

/**
 * Only names with a legal form such as GmbH. Names that occur in more kinds of evidence come first.
 */
export function namesToLookUp(target: Target, earlier: EvidenceSet): string[] {
  const votes = new Map<string, { name: string; count: number }>()
  for (const source of namesByEvidence(target, earlier)) {
    const fresh = new Map(source.filter(hasForm).map((name) => [normalizeEntityName(name), name]))
    for (const [key, name] of fresh) {
      const known = votes.get(key)
      votes.set(key, { name: known?.name ?? name, count: (known?.count ?? 0) + 1 })
    }
  }
  const ranked = [...votes.values()].toSorted((a, b) => b.count - a.count)
  return ranked.slice(0, NAMES_MAX).map(({ name }) => name)
}

function namesByEvidence(target: Target, evidence: EvidenceSet): string[][] {
  const { whois, http_probe: site } = evidence
  const pages = site?.data?.pages ?? []
  const statements = pages.flatMap((page) =>
    page.legal_statements.filter(({ kind }) => OPERATOR_STATEMENTS.has(kind)),
  )
  const organizations = pages.flatMap((page) => page.organizations.filter(({ via }) => via === ''))
  return [
    [disclosedOrganization(whois?.data?.record) ?? ''],
    certifiedOrganizations(target, evidence),
    statements.map(({ name }) => name),
    organizations.flatMap((organization) => [
      organization.legal_name ?? '',
      organization.name ?? '',
    ]),
    pages.flatMap((page) =>
      page.mentions.flatMap(({ place, name }) => (place === 'rights' ? [name] : [])),
    ),
    (site?.data?.sellers ?? []).flatMap((seller) =>
      seller.confidential ? [] : (seller.name ?? []),
    ),
  ]
}

const named = z.object({ name: z.string() })
const LeiRecord = z.object({
  id: z.string(),
  attributes: z.object({
    lei: z.string(),
    entity: z.object({
      legalName: named,
      otherNames: z.array(named).nullish(),
      transliteratedOtherNames: z.array(named).nullish(),
      legalAddress: z
        .object({ country: z.string().nullish(), city: z.string().nullish() })
        .nullish(),
      status: z.string().nullish(),
    }),
  }),
  relationships: z
    .record(z.string(), z.object({ links: z.record(z.string(), z.unknown()).nullish() }))
    .nullish(),
})
type LeiRecord = z.infer<typeof LeiRecord>

async function lookUp(name: string, tools: CollectorTools): Promise<Match[] | null> {
  const query = new URLSearchParams({
    'filter[fulltext]': withoutForm(name),
    'page[size]': String(RECORDS_PER_NAME),
  })
  const answer = await askRegister(`${API}/lei-records?${query}`, tools)
  if (answer === null) return null
  const records = matchingRecords(answer, name)
  return Promise.all(
    records.map(async (record) => ({
      ...matchOf(record, name),
      parent: await parentOf(record, tools),
    })),
  )
}

/** The names may differ in the legal form and the spelling. */
export function matchingRecords(answer: unknown, name: string): LeiRecord[] {
  const list = z.object({ data: z.array(z.unknown()) }).safeParse(answer)
  if (!list.success) return []
  const records = list.data.data.slice(0, RECORDS_PER_NAME).flatMap((record) => {
    const parsed = LeiRecord.safeParse(record)
    return parsed.success ? [parsed.data] : []
  })
  const matching = records.filter((record) =>
    namesOf(record).some((each) => isSameName(each, name)),
  )
  return matching.slice(0, MATCHES_PER_NAME)
}

function namesOf({ attributes: { entity } }: LeiRecord): string[] {
  const others = [...(entity.otherNames ?? []), ...(entity.transliteratedOtherNames ?? [])]
  return [entity.legalName.name, ...others.map(({ name }) => name)]
}

function matchOf(record: LeiRecord, queried: string): Match {
  const { lei, entity } = record.attributes
  return {
    queried,
    lei,
    legal_name: entity.legalName.name.slice(0, 300),
    other_names: namesOf(record)
      .slice(1, 10)
      .map((name) => name.slice(0, 300)),
    country: entity.legalAddress?.country ?? null,
    city: entity.legalAddress?.city ?? null,
    status: entity.status ?? null,
    parent: null,
  }
}

async function parentOf(record: LeiRecord, tools: CollectorTools): Promise<string | null> {
  const links = record.relationships?.['direct-parent']?.links ?? {}
  if (!('lei-record' in links || 'relationship-record' in links)) return null
  const answer = await askRegister(
    `${API}/lei-records/${encodeURIComponent(record.attributes.lei)}/direct-parent`,
    tools,
  )
  const parent = z.object({ data: LeiRecord }).safeParse(answer)
  return parent.success ? parent.data.data.attributes.entity.legalName.name.slice(0, 300) : null
}

async function askRegister(url: string, tools: CollectorTools): Promise<unknown> {
  const limits = {
    controlUrl: CONTROL_URL,
    headers: { accept: 'application/vnd.api+json' },
    timeoutMs: REQUEST_TIMEOUT_MS,
    bytesMax: RESPONSE_BYTES_MAX,
  }
  try {
    const answer = await tools.fetchUpstream(url, limits)
    return answer.status === 200 ? JSON.parse(answer.text) : null
  } catch {
    return null
  }
}
