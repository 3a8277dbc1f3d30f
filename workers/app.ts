import type { ExecutionContext } from '@cloudflare/workers-types'
import { z } from 'zod'
import { type Family, family } from '../shared/http/family.ts'
import account from './account/index.ts'
import analyze from './analyze/index.ts'
import auth from './auth/index.ts'
import billing from './billing/index.ts'
import bulk from './bulk/index.ts'
import certificates from './certificates/index.ts'
import correlate from './correlate/index.ts'
import { docs } from './docs/index.ts'
import domains from './domains/index.ts'
import email from './email/index.ts'
import entities from './entities/index.ts'
import exports from './exports/index.ts'
import health from './health/index.ts'
import jobs from './jobs/index.ts'
import schemas from './schemas/index.ts'
import stripe from './stripe/index.ts'
import subdomains from './subdomains/index.ts'
import webhooks from './webhooks/index.ts'

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
