import { z } from 'zod'
import type { Contents } from './contents.ts'
import type { SampleRequest } from './messages.ts'

const PAGE_DOMAINS_MAX = 10_000
const Term = z.object({
  field: z.string(),
  term: z.string(),
  exactMatch: z.boolean().default(false),
  exclude: z.boolean().default(false),
})
const date = z.iso.date().optional()
const Dates = {
  sinceDate: date,
  createdDateFrom: date,
  createdDateTo: date,
  updatedDateFrom: date,
  updatedDateTo: date,
  expiredDateFrom: date,
  expiredDateTo: date,
}
/** Fields from the documentation of WhoisXML API: Reverse WHOIS API, page "Making requests". */
const ReverseQuery = z.strictObject({
  ...Dates,
  punycode: z.boolean().default(true),
  responseFormat: z.enum(['json', 'xml']).default('json'),
  apiKey: z.string().optional(),
  searchType: z.enum(['current', 'historic']).default('current'),
  mode: z.enum(['preview', 'purchase']).default('preview'),
  searchAfter: z.union([z.number(), z.string()]).nullish(),
  includeAuditDates: z.boolean().default(false),
  basicSearchTerms: z
    .object({
      include: z.array(z.string()).min(1).max(4),
      exclude: z.array(z.string()).max(4).default([]),
    })
    .optional(),
  advancedSearchTerms: z.array(Term).min(1).max(4).optional(),
})
type ReverseQuery = z.infer<typeof ReverseQuery>
/** Fields from the documentation of WhoisXML API: WHOIS History API, page "Making requests". */
const HistoryQuery = z.strictObject({
  ...Dates,
  outputFormat: z.enum(['JSON', 'XML']).default('JSON'),
  apiKey: z.string().optional(),
  domainName: z.string().min(1),
  mode: z.enum(['preview', 'purchase']).default('preview'),
})

/** Simulates version 2 of the Reverse WHOIS API. */
export async function answerReverseWhois(
  contents: Contents,
  request: SampleRequest,
): Promise<Response> {
  if (new URL(request.url).pathname !== '/api/v2' || request.method !== 'POST')
    return failure(404, 'Not found')
  const body = await bodyOf(request)
  const refusal = refusedKey(request, body)
  if (refusal) return refusal
  const query = ReverseQuery.safeParse(body)
  if (!query.success) return failure(422, z.prettifyError(query.error))
  if (!query.data.basicSearchTerms && !query.data.advancedSearchTerms)
    return failure(422, 'Search terms are required.')
  const domains = matching(contents, query.data)
  if (query.data.mode === 'preview')
    return Response.json({
      domainsCount: domains.length,
      nextPageSearchAfter: null,
      domainsList: [],
    })
  const start = Number(query.data.searchAfter ?? 0)
  const end = start + PAGE_DOMAINS_MAX
  const page = domains.slice(start, end)
  const audit = {
    createdDate: '2026-01-10T18:52:41+00:00',
    updatedDate: '2026-06-10T18:52:41+00:00',
  }
  return Response.json({
    nextPageSearchAfter: end < domains.length ? end : null,
    domainsCount: domains.length,
    domainsList: query.data.includeAuditDates
      ? page.map((domainName) => ({ domainName, audit }))
      : page,
  })
}

function matching(contents: Contents, query: ReverseQuery): string[] {
  const terms = query.advancedSearchTerms ?? [
    ...(query.basicSearchTerms?.include ?? []).map((term) => ({
      field: 'RegistrantContact.Organization',
      term,
      exactMatch: false,
      exclude: false,
    })),
    ...(query.basicSearchTerms?.exclude ?? []).map((term) => ({
      field: 'RegistrantContact.Organization',
      term,
      exactMatch: false,
      exclude: true,
    })),
  ]
  const owns = (organization: string, term: (typeof terms)[number]) => {
    const wanted = term.term.toLowerCase()
    return term.exactMatch ? organization === wanted : organization.includes(wanted)
  }
  const relevant = terms.filter(
    ({ field }) => field.endsWith('Contact.Organization') || field.endsWith('Contact.Name'),
  )
  const domains = [...contents.world.portfolios].flatMap(([organization, portfolio]) =>
    relevant.length > 0 && relevant.every((term) => owns(organization, term) !== term.exclude)
      ? [...portfolio.domains]
      : [],
  )
  return [...new Set(domains)].sort()
}

/**
 * Simulates version 1 of the WHOIS History API. Mode `preview` returns only the number of records;
 * mode `purchase` also returns the records.
 */
export async function answerWhoisHistory(
  contents: Contents,
  request: SampleRequest,
): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname !== '/api/v1' || !['GET', 'POST'].includes(request.method))
    return failure(404, 'Not found')
  const given =
    request.method === 'POST' ? await bodyOf(request) : Object.fromEntries(url.searchParams)
  const refusal = refusedKey(request, given)
  if (refusal) return refusal
  const query = HistoryQuery.safeParse(given)
  if (!query.success) return failure(422, z.prettifyError(query.error))
  const domain = query.data.domainName.toLowerCase()
  const records = contents.around(domain).domains.get(domain)?.whois_history ?? []
  return Response.json({
    recordsCount: records.length,
    ...(query.data.mode === 'purchase' ? { records } : {}),
  })
}

async function bodyOf(request: SampleRequest): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return null
  }
}

const Keyed = z.object({ apiKey: z.string() })

function refusedKey(request: SampleRequest, parameters: unknown): Response | null {
  const inBody = Keyed.safeParse(parameters)
  const key = inBody.data?.apiKey ?? request.headers.get('x-authentication-token') ?? ''
  if (key !== '' && !key.includes('invalid')) return null
  return failure(403, 'Access restricted. Check credits balance or enter the correct API key.')
}

function failure(code: number, messages: string): Response {
  return Response.json({ code, messages }, { status: code })
}
