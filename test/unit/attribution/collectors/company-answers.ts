import { claimedCompany } from '../../../../shared/attribution/collectors/claimed-company.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import type { KnownCompany } from '../../../../shared/attribution/known-company.ts'
import type { RegistrationRecord } from '../../../../shared/attribution/registration-record.ts'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import {
  collected,
  dns,
  evidence,
  footer,
  NOW,
  page,
  readPage,
  site,
  target,
  whois,
} from '../scoring/sample-evidence.ts'
import { deepTools } from './sample-deep-tools.ts'
import { type SampleWorld, toolsOn } from './sample-tools.ts'

export const DOMAIN = 'kestrel-orgels.com'
export const OWN = 'kestrelmoor.com'
export const NAME = 'Kestrelmoor GmbH'
export const LINK = `<a href="https://${DOMAIN}/">Orgels</a>`

export const known = (from: Partial<KnownCompany> = {}): KnownCompany => ({
  name: NAME,
  normalized_name: 'kestrelmoor',
  domain: OWN,
  basis: 'verified',
  registered_at: '2004-01-01T00:00:00.000Z',
  read_at: '2026-06-01T00:00:00.000Z',
  trust_txt_control: [],
  ads_txt: [],
  redirect_domain: null,
  ...from,
})

interface Gathered {
  name?: string
  probe?: Parameters<typeof site>[1]
  record?: Partial<RegistrationRecord>
}

export const gathered = ({ name = NAME, probe, record }: Gathered = {}): EvidenceSet =>
  evidence(
    collected('dns', dns()),
    whois(DOMAIN, record),
    site(
      [
        page({ mentions: footer(`© 2026 ${name}`), text: `© 2026 ${name}` }),
        readPage('imprint', `<h1>Imprint</h1><p>This website is operated by ${name}.</p>`),
      ],
      probe,
    ),
  )

/** Runs the collector on evidence that other collectors found before, then scores all evidence. */
export async function answerOf(
  world: SampleWorld,
  companies: KnownCompany[],
  earlier = gathered(),
  asked = target(DOMAIN),
  deep = deepTools({ comparesTenants: true }),
) {
  const tools = toolsOn({ ...world, earlier })
  const finding = await claimedCompany.collect(asked, {
    ...tools,
    now: () => NOW,
    knownCompanies: async () => companies,
    ...(world.depth === 'deep' ? { deep } : {}),
  })
  const data = 'evidence' in finding ? finding.evidence : undefined
  const all =
    data === undefined
      ? earlier
      : { ...earlier, claimed_company: collected('claimed_company', data) }
  const heard = (data?.companies ?? []).map(({ known_by, outcome, confirmations }) => ({
    known_by,
    outcome,
    kinds: confirmations.map(({ kind }) => kind),
  }))
  return { finding, heard, asked: tools.asked, result: score(asked, all, NOW).result }
}

export const kindsOf = ({ result }: { result: { warnings: { kind: string }[] } }) =>
  result.warnings.map(({ kind }) => kind)
