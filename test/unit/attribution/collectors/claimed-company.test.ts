import { describe, expect, test } from 'vitest'
import { claimedCompany } from '../../../../shared/attribution/collectors/claimed-company.ts'
import { answerOf, DOMAIN, gathered, kindsOf, known, LINK, NAME, OWN } from './company-answers.ts'
import { toolsOn } from './sample-tools.ts'

const ownedBy = (owner_domain: string) =>
  gathered({
    probe: { ads_txt: { owner_domain, manager_domains: [], contacts: [], direct: [] } },
  })

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
    const answer = await answerOf({}, [known(word)], ownedBy(OWN))
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'verified' })
    expect(answer.result.confidence).toBeGreaterThanOrEqual(0.95)
    expect(kindsOf(answer)).not.toContain('unconfirmed_claim')
  })

  test('is not asked in a passive analysis, because it may belong to the same holder', async () => {
    const tools = {
      ...toolsOn({ depth: 'deep', earlier: gathered() }),
      knownCompanies: async () => [known({ redirect_domain: DOMAIN })],
      passive: true,
    }
    const target = { domain: DOMAIN, registrableDomain: DOMAIN }
    const finding = await claimedCompany.collect(target, tools)
    expect(finding).toMatchObject({
      evidence: { companies: [{ outcome: 'stored', confirmations: [{ kind: 'redirect' }] }] },
    })
    expect(tools.asked.filter((asked) => !asked.startsWith('dns '))).toEqual([])
  })

  test('does not verify by an ads.txt that only names a manager of its advertising', async () => {
    const answer = await answerOf({}, [known({ ads_txt: [DOMAIN] })], ownedBy('kork.example'))
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
  })

  test('is asked once in a deep analysis, and a link in its footer verifies', async () => {
    const pages = { [`https://${OWN}/`]: `<p>Organs</p><footer>${LINK}</footer>` }
    const answer = await answerOf({ depth: 'deep', pages }, [known()])
    expect(answer.asked.sort()).toEqual(
      ['/', '/robots.txt'].map((path) => `page https://${OWN}${path}`),
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

  test.each([
    ['says nothing now', 'stated', { body: '<p>Organs</p>' }],
    ['does not answer now', 'verified', { fails: 'timeout' as const }],
    ['has no working page now', 'verified', { status: 503 }],
  ])('with a stored redirect that %s gives a %s answer', async (_, basis, home) => {
    const pages = { [`https://${OWN}/`]: home, [`https://${OWN}/robots.txt`]: { status: 404 } }
    const stored = known({ redirect_domain: DOMAIN })
    expect((await answerOf({ depth: 'deep', pages }, [stored])).result.basis).toBe(basis)
  })

  test.each([
    ['half a year', 'corroborated', '2026-05-01T00:00:00.000Z'],
    ['unknown age', 'corroborated', null],
    ['two years', 'verified', '2024-10-01T00:00:00.000Z'],
  ])('with a redirect to a registration of %s gives a %s answer', async (_, basis, created_at) => {
    const record = { created_at }
    const answer = await answerOf({}, [known({ redirect_domain: DOMAIN })], gathered({ record }))
    expect(answer.result).toMatchObject({ entity: NAME, basis })
  })

  test.each([
    ['does not answer now', 'verified', { fails: 'timeout' as const }],
    ['is refused now', 'verified', { status: 403 }],
    ['is gone now', 'stated', { status: 404 }],
    ['names others now', 'stated', { body: 'control=https://other.example/' }],
  ])('whose trust.txt was stored and %s gives a %s answer', async (_, basis, file) => {
    const at = (path: string) => `https://${OWN}${path}`
    const pages = {
      [at('/')]: '<p>Organs</p><footer><a href="/brands">Our brands</a></footer>',
      [at('/brands')]: '<main><p>Pipes</p></main>',
      [at('/robots.txt')]: { status: 404 },
      [at('/trust.txt')]: file,
    }
    const stored = known({ trust_txt_control: [DOMAIN] })
    expect((await answerOf({ depth: 'deep', pages }, [stored])).result.basis).toBe(basis)
  })

  test('does not verify by a redirect that was read before the registration', async () => {
    const record = { created_at: '2026-07-01T00:00:00.000Z' }
    const company = known({ redirect_domain: DOMAIN, read_at: '2026-06-01T00:00:00.000Z' })
    const answer = await answerOf({}, [company], gathered({ record }))
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
  })

  test.each([
    ['Kestrelmoor', NAME],
    ['Kestrelmoor GmbH', NAME],
    ['Kestrelmoor Ltd', NAME],
  ])('verifies its own name, if the site states %s', async (name, entity) => {
    const company = known({ redirect_domain: DOMAIN })
    const { finding } = await answerOf({}, [company], gathered({ name }))
    expect(finding).toMatchObject({ evidence: { companies: [{ name: entity }] } })
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
