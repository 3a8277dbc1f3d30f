import { describe, expect, test } from 'vitest'
import { claimedCompany } from '../../../../shared/attribution/collectors/claimed-company.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import type { KnownCompany } from '../../../../shared/attribution/known-company.ts'
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
import { type SampleWorld, toolsOn } from './sample-tools.ts'

const DOMAIN = 'kestrel-orgels.com'
const OWN = 'kestrelmoor.com'
const NAME = 'Kestrelmoor GmbH'
const LINK = `<a href="https://${DOMAIN}/">Orgels</a>`

const known = (from: Partial<KnownCompany> = {}): KnownCompany => ({
  name: NAME,
  normalized_name: 'kestrelmoor',
  domain: OWN,
  basis: 'verified',
  registered_at: '2004-01-01T00:00:00.000Z',
  trust_txt_control: [],
  ads_txt: [],
  redirect_domain: null,
  ...from,
})

const gathered = (name = NAME): EvidenceSet =>
  evidence(
    collected('dns', dns()),
    whois(DOMAIN),
    site([
      page({ mentions: footer(`© 2026 ${name}`), text: `© 2026 ${name}` }),
      readPage('imprint', `<h1>Imprint</h1><p>This website is operated by ${name}.</p>`),
    ]),
  )

/** Runs the collector on evidence that other collectors found before, then scores all evidence. */
async function answerOf(world: SampleWorld, companies: KnownCompany[], earlier = gathered()) {
  const tools = { ...toolsOn({ ...world, earlier }), knownCompanies: async () => companies }
  const finding = await claimedCompany.collect(target(DOMAIN), tools)
  const data = 'evidence' in finding ? finding.evidence : undefined
  const all =
    data === undefined
      ? earlier
      : { ...earlier, claimed_company: collected('claimed_company', data) }
  return { finding, asked: tools.asked, result: score(target(DOMAIN), all, NOW).result }
}
const kindsOf = ({ result }: { result: { warnings: { kind: string }[] } }) =>
  result.warnings.map(({ kind }) => kind)

describe('the own domain of a company that a site names', () => {
  test('limits the answer if it is older and says nothing', async () => {
    const answer = await answerOf({}, [known()])
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'stated', confidence: 0.85 })
    expect(kindsOf(answer)).toContain('unconfirmed_claim')
    expect(answer.asked).toEqual([])
  })

  test.each([
    ['redirects here', { redirect_domain: DOMAIN }],
    ['controls it by trust.txt', { trust_txt_control: [DOMAIN] }],
    ['names it in ads.txt', { ads_txt: [DOMAIN] }],
  ])('verifies the answer if its stored analysis %s', async (_, word) => {
    const answer = await answerOf({}, [known(word)])
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'verified' })
    expect(answer.result.confidence).toBeGreaterThanOrEqual(0.95)
    expect(kindsOf(answer)).not.toContain('unconfirmed_claim')
  })

  test('is asked once in a deep analysis, and a link in its footer verifies', async () => {
    const pages = { [`https://${OWN}/`]: `<p>Organs</p><footer>${LINK}</footer>` }
    const answer = await answerOf({ depth: 'deep', pages }, [known()])
    expect(answer.asked.sort()).toEqual(
      ['/', '/ads.txt', '/trust.txt'].map((path) => `page https://${OWN}${path}`),
    )
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'verified' })
  })

  test.each([
    ['a text', `<main><p>${LINK}</p></main>`],
    ['a comment', `<footer><div class="comments"><p>${LINK}</p></div></footer>`],
    [
      'a link that visitors wrote',
      `<footer>${LINK.replace('<a ', '<a rel="ugc nofollow" ')}</footer>`,
    ],
    ['a link to a longer name', `<footer><a href="https://${DOMAIN}.evil.example/">x</a></footer>`],
  ])('does not verify by %s', async (_, body) => {
    const answer = await answerOf({ depth: 'deep', pages: { [`https://${OWN}/`]: body } }, [
      known(),
    ])
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
    expect(kindsOf(answer)).toContain('unconfirmed_claim')
  })

  test('corroborates only, if its own answer is not verified', async () => {
    const answer = await answerOf({}, [known({ basis: 'corroborated', redirect_domain: DOMAIN })])
    expect(answer.result).toMatchObject({ basis: 'corroborated', confidence: 0.94 })
  })

  test.each([
    ['is younger than the analyzed one', known({ registered_at: '2024-01-01T00:00:00.000Z' })],
    ['has no date', known({ registered_at: null })],
    ['is the analyzed one', known({ domain: DOMAIN })],
  ])('is not heard if it %s', async (_, company) => {
    const answer = await answerOf({}, [{ ...company, redirect_domain: DOMAIN }])
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.94 })
  })

  test('that does not answer leaves the claim unconfirmed, and no error', async () => {
    const answer = await answerOf(
      { depth: 'deep', pages: { [`https://${OWN}/`]: { fails: 'timeout' } } },
      [known()],
    )
    expect(answer.finding.status).toBe('ok')
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
  })
})
