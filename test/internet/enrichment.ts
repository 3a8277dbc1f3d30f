import type { Contents } from './contents.ts'
import type { SampleRequest } from './messages.ts'

/**
 * Parameters from the documentation of People Data Labs, page "Input Parameters - Company
 * Enrichment API".
 */
const PARAMETERS = [
  'api_key',
  'pdl_id',
  'name',
  'profile',
  'ticker',
  'website',
  'location',
  'locality',
  'region',
  'country',
  'street_address',
  'postal_code',
  'data_include',
  'pretty',
  'min_likelihood',
  'include_if_matched',
  'required',
  'titlecase',
  'size',
]

/**
 * Simulates company enrichment of People Data Labs. The company in the answer is the registrant of
 * the domain.
 */
export function answerEnrichment(contents: Contents, request: SampleRequest): Response {
  const url = new URL(request.url)
  const key = request.headers.get('x-api-key') ?? ''
  if (key === '' || key.includes('invalid'))
    return failure(401, 'authentication_error', 'Invalid API key')
  if (url.pathname !== '/v5/company/enrich') return failure(404, 'not_found', 'No such resource')
  if (request.method !== 'GET')
    return failure(405, 'method_not_allowed', 'The method is not allowed')
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    return failure(400, 'invalid_request_error', `There is no parameter ${unknown}`)
  const likelihood = Number(url.searchParams.get('min_likelihood') ?? 2)
  if (!(likelihood >= 1 && likelihood <= 10))
    return failure(400, 'invalid_request_error', 'min_likelihood must be between 1 and 10')
  const website = url.searchParams.get('website')?.toLowerCase() ?? ''
  if (website === '') return failure(400, 'invalid_request_error', 'Request contained no inputs')
  const owner = [...contents.world.portfolios.values()].find(({ domains }) => domains.has(website))
  if (owner === undefined)
    return failure(404, 'not_found', 'No records were found matching your request')
  const { organization } = owner
  return Response.json({
    status: 200,
    likelihood: 9,
    name: organization.toLowerCase(),
    display_name: organization,
    website,
    location: { country: null },
    ultimate_parent: null,
  })
}

function failure(status: number, type: string, message: string): Response {
  return Response.json({ status, error: { type: [type], message } }, { status })
}
