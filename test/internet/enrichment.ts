import type { Contents } from './contents.ts'

/**
 * Simulates the Company Enrichment API of People Data Labs: for the domain of a website, returns the registrant of this domain as the
 * company.
 */
export function answerEnrichment(contents: Contents, request: Request): Response {
  const url = new URL(request.url)
  const key = request.headers.get('x-api-key') ?? ''
  if (key === '' || key.includes('invalid')) return failure(401, 'authentication_error', 'Invalid API key')
  if (url.pathname !== '/v5/company/enrich') return failure(404, 'not_found', 'No such resource')
  const website = url.searchParams.get('website')?.toLowerCase() ?? ''
  if (website === '') return failure(400, 'invalid_request_error', 'Request contained no inputs')
  const owner = [...contents.world.portfolios.values()].find(({ domains }) => domains.has(website))
  if (owner === undefined) return failure(404, 'not_found', 'No records were found matching your request')
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
