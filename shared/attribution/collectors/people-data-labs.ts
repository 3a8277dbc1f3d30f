import { z } from 'zod'
import type { Connections } from '../../platform/net/connections.ts'
import { FetchFailure } from '../../platform/net/fetch-failure.ts'
import { callService, jsonOf } from '../../platform/net/service-call.ts'
import type { EnrichmentEvidence } from '../evidence.ts'

/** Source of company records. Each record that it finds costs money. */
export interface CompanySource {
  readonly host: string
  /** Throws FetchFailure. */
  companyOf(domain: string, connections: Connections): Promise<EnrichmentEvidence | null>
}

const HOST = 'api.peopledatalabs.com'
const TIMEOUT_MS = 10_000
const RESPONSE_BYTES_MAX = 256 * 1024
const NAME_CHARACTERS_MAX = 200
// The provider rates its match from 1 to 10. A record with a lower value usually belongs to another
// domain.
const LIKELIHOOD_MIN = 6

const name = z
  .string()
  .transform((value) => value.trim().slice(0, NAME_CHARACTERS_MAX))
  .nullish()
  .catch(null)

/** Format: "Company Schema" of People Data Labs. Every field may be missing. */
const CompanyRecord = z.object({
  likelihood: z.number().nullish().catch(null),
  name,
  display_name: name,
  legal_name: name,
  website: name,
  ultimate_parent: name,
  immediate_parent: name,
  location: z.object({ country: name }).nullish().catch(null),
})

/** GET /v5/company/enrich. Status 200 is a paid match, 404 is free and no match. */
export function peopleDataLabs(apiKey: string): CompanySource {
  return {
    host: HOST,
    async companyOf(domain, connections) {
      const query = new URLSearchParams({ website: domain, min_likelihood: String(LIKELIHOOD_MIN) })
      const answer = await callService(
        {
          url: `https://${HOST}/v5/company/enrich?${query}`,
          controlUrl: `https://${HOST}/`,
          headers: { 'x-api-key': apiKey, accept: 'application/json' },
          timeoutMs: TIMEOUT_MS,
          bytesMax: RESPONSE_BYTES_MAX,
        },
        connections,
      )
      if (answer.status === 404) return null
      if (answer.status !== 200) throw new FetchFailure('refused', refusalOf(answer.status))
      return companyIn(jsonOf(answer), domain)
    },
  }
}

/** Null if the record is about another domain. Throws FetchFailure. */
export function companyIn(answer: unknown, domain: string): EnrichmentEvidence | null {
  const record = CompanyRecord.safeParse(answer)
  if (!record.success)
    throw new FetchFailure('not_text', `${HOST} returned data that is not a company record.`)
  const { website, display_name, legal_name, location, ultimate_parent, immediate_parent } =
    record.data
  const site = (website ?? domain)
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/\/.*/su, '')
  const company = display_name ?? record.data.name ?? null
  if (site !== domain || (company ?? legal_name ?? '') === '') return null
  return {
    company: company === '' ? null : company,
    legal_name: legal_name ?? null,
    country: location?.country ?? null,
    parent: ultimate_parent ?? immediate_parent ?? null,
    provider: 'People Data Labs',
  }
}

function refusalOf(status: number): string {
  if (status === 401 || status === 403) return 'The source of company records refused the key.'
  if (status === 402) return 'The account at the source of company records has no credit left.'
  if (status === 429) return 'The source of company records accepts no more requests at the moment.'
  return `The source of company records answered ${status}.`
}
