import type { ExecutionContext } from '@cloudflare/workers-types'
import { z } from 'zod'
import account from './account/routes.ts'
import analyze from './analyze/routes.ts'
import auth from './auth/routes.ts'
import billing from './billing/routes.ts'
import bulk from './bulk/routes.ts'
import certificates from './certificates/routes.ts'
import correlate from './correlate/routes.ts'
import { docs } from './docs/routes.ts'
import domains from './domains/routes.ts'
import email from './email/routes.ts'
import entities from './entities/routes.ts'
import exports from './exports/routes.ts'
import { type Family, family } from './family.ts'
import health from './health/routes.ts'
import jobs from './jobs/routes.ts'
import schemas from './schemas/routes.ts'
import stripe from './stripe/routes.ts'
import subdomains from './subdomains/routes.ts'
import webhooks from './webhooks/routes.ts'

const described: readonly Family[] = [
  health,
  auth,
  account,
  analyze,
  jobs,
  schemas,
  certificates,
  subdomains,
  webhooks,
  billing,
  stripe,
  bulk,
  exports,
  email,
  domains,
  entities,
  correlate,
]

/** Every family of routes. Each states its own paths, needs and credentials; this is only the table. */
export const families: readonly Family[] = [...described, docs(described)]

const nothing = family(z.object({}), () => undefined)

/** Families by the first segment of their paths, so that most requests need no search. */
const byFirstSegment = new Map<string, Family[]>()
for (const one of families) {
  for (const segment of new Set(one.endpoints.map(({ path }) => path.split('/')[1] ?? ''))) {
    byFirstSegment.set(segment, [...(byFirstSegment.get(segment) ?? []), one])
  }
}

/** The path of an absolute URL as the runtime gives it, without the price of parsing the rest. */
function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const to = url.slice(from).search(/[?#]/)
  return to === -1 ? url.slice(from) : url.slice(from, from + to)
}

/** Answers a request by the family whose path it is; anything else is a 404 in the envelope. */
export function app(request: Request, environment: object, context: ExecutionContext): Promise<Response> {
  const pathname = pathOf(request.url)
  const candidates = byFirstSegment.get(pathname.split('/')[1] ?? '') ?? []
  const [only] = candidates
  const chosen =
    candidates.length === 1
      ? only
      : candidates.find(({ endpoints }) => endpoints.some(({ pattern }) => pattern.test(pathname)))
  return (chosen ?? nothing).fetch(request, environment, context)
}
