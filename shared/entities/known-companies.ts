import type { KnownCompany } from '../attribution/known-company.ts'
import type { Database } from '../platform/db/client.ts'
import { registrableOf } from '../platform/net/url.ts'
import { registrableDomain } from '../platform/public-suffix.ts'
import * as entities from './queries.ts'

const NAMES_MAX = 20
const DOMAINS_MAX = 20
const HOSTS_MAX = 500
/** Longest wait for the database. After it, an analysis continues without the known companies. */
const ANSWER_MS_MAX = 1_500

/**
 * Confirmed domains of the companies with these normalized names (at most five of each company),
 * and those of the given domains that have a confirmed operator. Each has the facts that its newest
 * analysis read on its site. More than 20 names or domains are not looked up. Empty if the database
 * does not answer in time. A company whose domains only state its name is left out. Otherwise the
 * first site that states a name would own that name.
 */
export async function knownCompanies(
  db: Database,
  normalizedNames: readonly string[],
  domains: readonly string[],
): Promise<KnownCompany[]> {
  const names = unique(normalizedNames).slice(0, NAMES_MAX)
  const asked = unique(domains).slice(0, DOMAINS_MAX)
  if (names.length === 0 && asked.length === 0) return []
  const query = entities.confirmedDomains(db, names, asked)
  return (await within(query, ANSWER_MS_MAX)).map(companyOf)
}

const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text !== '')

async function within<Found>(query: Promise<Found[]>, milliseconds: number): Promise<Found[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Found[]>((resolve) => {
    timer = setTimeout(() => resolve([]), milliseconds)
  })
  // When the time is over, nobody waits for the query any more, so its error must be ignored here.
  query.catch(() => undefined)
  return Promise.race([query, late]).finally(() => clearTimeout(timer))
}

function companyOf({
  control,
  ads_txt: advertised,
  final_url: url,
  ...row
}: entities.ConfirmedDomain) {
  const landing = url === null ? null : registrableOf(url)
  const at = new Date(row.registered_at ?? '')
  return {
    ...row,
    registered_at: Number.isNaN(at.getTime()) ? null : at.toISOString(),
    trust_txt_control: registrable(control),
    ads_txt: registrable(advertised),
    redirect_domain: landing === registrableDomain(row.domain) ? null : landing,
  } satisfies KnownCompany
}

const registrable = (found: readonly string[]): string[] =>
  unique(found.flatMap((host) => registrableDomain(host) ?? [])).slice(0, HOSTS_MAX)
