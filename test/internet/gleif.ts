import { z } from 'zod'
import type { Contents } from './contents.ts'
import type { SampleRequest } from './messages.ts'

export const LegalEntity = z.object({
  lei: z.string().regex(/^[0-9A-Z]{18}\d{2}$/),
  name: z.string(),
  other_names: z.array(z.string()).default([]),
  jurisdiction: z.string(),
  legal_form: z.string().default('8888'),
  address: z.array(z.string()),
  city: z.string(),
  postal_code: z.string(),
  country: z.string(),
  registered_as: z.string().optional(),
  status: z.enum(['ACTIVE', 'INACTIVE']).default('ACTIVE'),
  parent: z.string().optional(),
})
export type LegalEntity = z.infer<typeof LegalEntity>

/**
 * Parameters from the GLEIF API documentation, LEI Records. As JSON:API requires, an unknown
 * parameter is refused with status 400.
 */
const PARAMETERS = /^(?:filter\[[A-Za-z.]{1,60}\]|page\[(?:size|number)\]|sort|q|field)$/
const PAGE_SIZE_MAX = 200
const COMPLETIONS_MAX = 10
const BASE = 'https://api.gleif.org/api/v1'

/**
 * Simulates version 1 of the GLEIF API (JSON:API): search with filters and pages, one company or
 * its parent, and completion of names.
 */
export function answerGleif(contents: Contents, request: SampleRequest): Response {
  const url = new URL(request.url)
  if (request.method !== 'GET')
    return json({ errors: [{ status: '405', title: 'Method Not Allowed' }] }, 405)
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.test(name))
  if (unknown !== undefined || Number(url.searchParams.get('page[size]') ?? 1) > PAGE_SIZE_MAX)
    return json({ errors: [{ status: '400', title: 'Bad Request' }] }, 400)
  const [resource, lei, relation] = url.pathname.replace(/^\/api\/v1\/?/, '').split('/')
  if (resource === 'fuzzycompletions' || resource === 'autocompletions')
    return completions(contents, url)
  if (resource !== 'lei-records') return notFound()
  if (lei === undefined || lei === '') return search(contents, url)
  const entity = related(contents, lei.toUpperCase(), relation)
  return entity ? json({ data: recordOf(contents, entity) }) : notFound()
}

function related(
  contents: Contents,
  lei: string,
  relation: string | undefined,
): LegalEntity | undefined {
  let entity = contents.legalEntities.get(lei)
  if (relation === undefined) return entity
  if (!entity?.parent || !['direct-parent', 'ultimate-parent'].includes(relation)) return undefined
  entity = contents.legalEntities.get(entity.parent)
  for (let depth = 0; relation === 'ultimate-parent' && entity?.parent && depth < 10; depth++) {
    entity = contents.legalEntities.get(entity.parent)
  }
  return entity
}

function search(contents: Contents, url: URL): Response {
  const filter = (name: string) => url.searchParams.get(`filter[${name}]`)?.toLowerCase()
  const [name, fulltext, lei, country, registered] = [
    filter('entity.legalName'),
    filter('fulltext'),
    filter('lei'),
    filter('entity.legalAddress.country'),
    filter('entity.registeredAs'),
  ]
  const found = [...contents.legalEntities.values()].filter((entity) => {
    const names = [entity.name, ...entity.other_names].map((each) => each.toLowerCase())
    return (
      (name === undefined || entity.name.toLowerCase().includes(name)) &&
      (fulltext === undefined || names.some((each) => each.includes(fulltext))) &&
      (lei === undefined || lei.split(',').includes(entity.lei.toLowerCase())) &&
      (registered === undefined || entity.registered_as?.toLowerCase() === registered) &&
      (country === undefined || entity.country.toLowerCase() === country)
    )
  })
  const size = Math.min(Number(url.searchParams.get('page[size]') ?? 15) || 15, PAGE_SIZE_MAX)
  const number = Number(url.searchParams.get('page[number]') ?? 1) || 1
  const page = found.slice((number - 1) * size, number * size)
  const pagination = {
    currentPage: number,
    perPage: size,
    from: page.length === 0 ? null : 1,
    to: page.length || null,
    total: found.length,
    lastPage: Math.max(1, Math.ceil(found.length / size)),
  }
  return json({
    meta: { goldenCopy: { publishDate: '2026-11-18T00:00:00Z' }, pagination },
    data: page.map((entity) => recordOf(contents, entity)),
  })
}

function completions(contents: Contents, url: URL): Response {
  const words = (url.searchParams.get('q') ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const found = [...contents.legalEntities.values()].filter((entity) => {
    const name = entity.name.toLowerCase()
    return words.length > 0 && words.some((word) => word.length > 2 && name.includes(word))
  })
  return json({
    data: found.slice(0, COMPLETIONS_MAX).map((entity) => ({
      type: 'fuzzycompletions',
      attributes: { value: entity.name },
      relationships: {
        'lei-records': {
          data: { type: 'lei-records', id: entity.lei },
          links: { related: `${BASE}/lei-records/${entity.lei}` },
        },
      },
    })),
  })
}

function recordOf(contents: Contents, entity: LegalEntity): unknown {
  const address = {
    language: 'en',
    addressLines: entity.address,
    city: entity.city,
    region: null,
    country: entity.country,
    postalCode: entity.postal_code,
  }
  const self = `${BASE}/lei-records/${entity.lei}`
  const parentLinks = contents.legalEntities.has(entity.parent ?? '')
    ? {
        'lei-record': `${self}/direct-parent`,
        'relationship-record': `${self}/direct-parent-relationship`,
      }
    : { 'reporting-exception': `${self}/direct-parent-reporting-exception` }
  return {
    type: 'lei-records',
    id: entity.lei,
    attributes: {
      lei: entity.lei,
      entity: {
        legalName: { name: entity.name, language: 'en' },
        otherNames: entity.other_names.map((name) => ({
          name,
          language: 'en',
          type: 'TRADING_OR_OPERATING_NAME',
        })),
        legalAddress: address,
        headquartersAddress: address,
        registeredAt: { id: 'RA999999', other: null },
        registeredAs: entity.registered_as ?? null,
        jurisdiction: entity.jurisdiction,
        category: 'GENERAL',
        legalForm: { id: entity.legal_form, other: null },
        status: entity.status,
      },
      registration: { status: 'ISSUED', corroborationLevel: 'FULLY_CORROBORATED' },
    },
    relationships: { 'direct-parent': { links: parentLinks } },
    links: { self },
  }
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
  })
}

function notFound(): Response {
  return json({ errors: [{ status: '404', title: 'Not Found' }] }, 404)
}
