import { describe, expect, test } from 'vitest'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import { answerOf, DOMAIN, gathered, known, LINK, NAME, OWN } from './company-answers.ts'
import type { SampleWorld } from './sample-tools.ts'

const HOME = `https://${OWN}/`
const at = (path: string): string => `https://${OWN}${path}`
const deep = (pages: SampleWorld['pages']): SampleWorld => ({
  depth: 'deep',
  pages: { [HOME]: '<p>Organs</p>', ...pages },
})
const kindsIn = (heard: { kinds: string[] }[]): string[] => heard.flatMap(({ kinds }) => kinds)

describe('a page of the company', () => {
  const home = '<footer><a href="/brands">Our brands</a><a href="/privacy">Privacy</a></footer>'

  test.each([
    ['a brand list', '/brands', `<main><ul><li>${LINK}</li></ul></main>`],
    [
      'a privacy notice that covers it',
      '/privacy',
      `<p>This notice applies to the following websites:</p><p>www.${DOMAIN}</p>`,
    ],
    ['the footer of a legal page', '/privacy', `<p>Privacy</p><footer>${LINK}</footer>`],
  ])('verifies by %s', async (_, path, body) => {
    const answer = await answerOf(deep({ [HOME]: home, [at(path)]: body }), [known()])
    expect(answer.heard).toMatchObject([{ outcome: 'asked', kinds: ['link'] }])
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'verified' })
  })

  test.each([
    ['a privacy notice that names it as a service', '/privacy', `<p>We use ${LINK}.</p>`],
    [
      'a privacy notice that does not cover it',
      '/privacy',
      `<p>This notice does not apply to these websites:</p><p>${DOMAIN}</p>`,
    ],
    [
      'a longer name in a privacy notice',
      '/privacy',
      `<p>This notice applies to:</p><p>not-${DOMAIN} and ${DOMAIN}.evil.example</p>`,
    ],
    ['a comment on a brand list', '/brands', `<div class="comments"><p>${LINK}</p></div>`],
    ['a news article on a brand list', '/brands', `<article><p>${LINK}</p></article>`],
    [
      'a hidden link in a footer',
      '/brands',
      `<footer><p style="display:none">${LINK}</p></footer>`,
    ],
    [
      'a link of visitors on a brand list',
      '/brands',
      `<main>${LINK.replace('<a ', '<a rel="ugc" ')}</main>`,
    ],
  ])('does not verify by %s', async (_, path, body) => {
    const answer = await answerOf(deep({ [HOME]: home, [at(path)]: body }), [known()])
    expect(kindsIn(answer.heard)).toEqual([])
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
  })

  test.each(['Brands', 'Companies', 'Partners', 'Customers', 'News', 'Blog'])(
    'is not read behind the label %s',
    async (label) => {
      const pages = { [HOME]: `<nav><a href="/x">${label}</a></nav>`, [at('/x')]: LINK }
      const answer = await answerOf(deep(pages), [known()])
      expect(answer.asked).not.toContain(`page ${at('/x')}`)
    },
  )

  test('is not read if robots.txt forbids it', async () => {
    const robots = { [at('/robots.txt')]: 'User-agent: *\nDisallow: /brands' }
    const answer = await answerOf(deep({ [HOME]: home, ...robots }), [known()])
    expect(answer.asked).not.toContain(`page ${at('/brands')}`)
    expect(answer.asked).toContain(`page ${at('/privacy')}`)
  })

  test('costs at most four requests to a company, and robots.txt', async () => {
    const answer = await answerOf(deep({ [HOME]: home }), [known()], owned())
    expect(answer.asked.filter((question) => question.startsWith('page '))).toHaveLength(5)
  })
})

const owned = (more: Partial<EvidenceSet> = {}): EvidenceSet => ({
  ...gathered({
    probe: { ads_txt: { owner_domain: OWN, manager_domains: [], contacts: [], direct: [] } },
  }),
  ...more,
})
const sellers = (name: string, domain = DOMAIN): string =>
  JSON.stringify({ sellers: [{ seller_id: '1', seller_type: 'PUBLISHER', name, domain }] })

describe('the advertising files of the company', () => {
  test.each([
    ['MANAGERDOMAIN', '/ads.txt', `MANAGERDOMAIN=${DOMAIN}`],
    ['SUBDOMAIN', '/ads.txt', `subdomain=www.${DOMAIN}`],
    ['an entry of the company in sellers.json', '/sellers.json', sellers(NAME)],
  ])('verify by %s, if the site names the company as its owner', async (_, path, body) => {
    const pages = { [at(path)]: body }
    expect((await answerOf(deep(pages), [known()], owned())).result.basis).toBe('verified')
    const alone = await answerOf(deep(pages), [known()])
    expect(kindsIn(alone.heard)).toEqual([])
    expect(alone.asked).not.toContain(`page ${at(path)}`)
  })

  test.each([
    ['an entry of another seller', sellers('Other Publisher Ltd')],
    ['an entry of another domain', sellers(NAME, `not-${DOMAIN}`)],
    ['a file of 300 MB that was cut off', `{"sellers":[${' '.repeat(1_000)}{"name":"${NAME}`],
    ['a page of errors', '<html>Not found</html>'],
  ])('do not verify by %s', async (_, body) => {
    const answer = await answerOf(deep({ [at('/sellers.json')]: body }), [known()], owned())
    expect(kindsIn(answer.heard)).toEqual([])
  })
})

describe('the home page of the company', () => {
  const redirect = (...path: [string, ...string[]]) => ({
    [HOME]: {
      body: '<p>Organs</p>',
      redirects: path.map((to, index) => ({
        from: index === 0 ? HOME : (path[index - 1] ?? ''),
        to,
        status: 301,
      })),
    },
  })

  test.each([
    ['at once', [`https://${DOMAIN}/`]],
    ['over its own host', [`https://www.${OWN}/`, `https://www.${DOMAIN}/en/`]],
  ] as [string, [string]][])('verifies by a redirect to the site %s', async (_, path) => {
    const answer = await answerOf(deep(redirect(...path)), [known()])
    expect(kindsIn(answer.heard)).toEqual(['redirect'])
  })

  test.each([
    ['an open redirect', [at(`/out?to=https://${DOMAIN}/`), `https://${DOMAIN}/`]],
    ['a shortener of others', ['https://short.example/a', `https://${DOMAIN}/`]],
    ['another page of the site', [`https://${DOMAIN}/forum/kestrelmoor`]],
  ] as [string, [string]][])('does not verify by %s', async (_, path) => {
    const answer = await answerOf(deep(redirect(...path)), [known()])
    expect(kindsIn(answer.heard)).toEqual([])
  })

  test.each([
    ['limits requests', { status: 429 }],
    ['fails', { status: 503 }],
    ['does not answer', { fails: 'timeout' as const }],
    ['checks for bots', { body: '<title>Just a moment...</title><p>Checking your browser</p>' }],
    ['moved elsewhere', { redirects: [{ from: HOME, to: 'https://kork.example/', status: 301 }] }],
  ])('is not heard if it %s', async (_, home) => {
    const answer = await answerOf(deep({ [HOME]: home }), [known()])
    expect(answer.finding.status).toBe('ok')
    expect(answer.heard).toMatchObject([{ outcome: 'stored', kinds: [] }])
  })
})
