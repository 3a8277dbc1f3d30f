import { beforeEach, describe, expect, test } from 'vitest'
import type { RegistrationTools } from '../../../../../shared/attribution/collectors/registration/ask-registries.ts'
import { lookUpRegistration } from '../../../../../shared/attribution/collectors/registration/look-up-registration.ts'
import {
  forgetBootstrap,
  RDAP_BOOTSTRAP_URL,
} from '../../../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import { whois as collector } from '../../../../../shared/attribution/collectors/registration/whois.ts'
import type { FetchedText } from '../../../../../shared/platform/net/fetch.ts'
import { ICANN_ANSWER } from './answers.ts'

beforeEach(forgetBootstrap)

const BOOTSTRAP = { services: [[['com'], ['https://rdap.registry.net/com/v1/']]] }
const REGISTRY_URL = 'https://rdap.registry.net/com/v1/domain/tealharbour.com'
const REGISTRAR_URL = 'https://rdap.ledgerstone.net/domain/tealharbour.com'

function object(organization: string | null, related: string | null = REGISTRAR_URL): unknown {
  const registrar = {
    roles: ['registrar'],
    vcardArray: ['vcard', [['fn', {}, 'text', 'Ledgerstone Names']]],
  }
  const registrant = {
    roles: ['registrant'],
    vcardArray: ['vcard', [['org', {}, 'text', organization ?? '']]],
  }
  return {
    objectClassName: 'domain',
    ldhName: 'tealharbour.com',
    entities: organization === null ? [registrar] : [registrar, registrant],
    links:
      related === null ? [] : [{ rel: 'related', type: 'application/rdap+json', href: related }],
  }
}

type Page = { status: number; body: unknown } | Error
interface World {
  pages?: Record<string, Page>
  whois?: Record<string, string>
}

function toolsOf({ pages = {}, whois = {} }: World): { tools: RegistrationTools; asked: string[] } {
  const asked: string[] = []
  const known: Record<string, Page> = {
    [RDAP_BOOTSTRAP_URL]: { status: 200, body: BOOTSTRAP },
    ...pages,
  }
  const answer = (url: string): FetchedText => {
    const page = known[url]
    if (page === undefined || page instanceof Error) throw page ?? new Error('nobody answers')
    const text = typeof page.body === 'string' ? page.body : JSON.stringify(page.body)
    return {
      url,
      status: page.status,
      headers: new Headers(),
      text,
      truncated: false,
      redirects: [],
    }
  }
  return {
    asked,
    tools: {
      now: () => new Date('2026-11-20T12:00:00Z'),
      async fetchUpstream(url) {
        asked.push(url)
        return answer(url)
      },
      async fetchPage(url) {
        asked.push(`checked ${url}`)
        return answer(url)
      },
      async whois(server, query) {
        asked.push(`${server} ${query}`)
        const answer = whois[server]
        if (answer === undefined) throw new Error('no connection')
        return new TextEncoder().encode(answer)
      },
    },
  }
}

async function lookUp(domain: string, world: World) {
  const { tools, asked } = toolsOf(world)
  return { ...(await lookUpRegistration(domain, tools)), asked }
}

describe('RDAP look-ups', () => {
  test('RDAP is asked for the registrable domain, and the registrar is asked once', async () => {
    const pages = {
      [REGISTRY_URL]: { status: 200, body: object(null) },
      [REGISTRAR_URL]: { status: 200, body: object('Teal Harbour, Inc.') },
    }
    const { evidence, asked } = await lookUp('shop.TealHarbour.com', { pages })
    expect(evidence).toMatchObject({
      registrable_domain: 'tealharbour.com',
      fallback_reason: null,
      record: {
        outcome: 'registered',
        source: 'rdap',
        registrant: { organization: 'Teal Harbour, Inc.' },
        servers: ['rdap.registry.net', 'rdap.ledgerstone.net'],
      },
    })
    expect(asked).toEqual([RDAP_BOOTSTRAP_URL, REGISTRY_URL, `checked ${REGISTRAR_URL}`])
  })

  test("the registry's answer is kept when the registrar fails", async () => {
    const pages = {
      [REGISTRY_URL]: { status: 200, body: object('Teal Harbour, Inc.') },
      [REGISTRAR_URL]: new Error('reset'),
    }
    const { evidence } = await lookUp('tealharbour.com', { pages })
    expect(evidence.record).toMatchObject({
      outcome: 'registered',
      registrant: { organization: 'Teal Harbour, Inc.' },
    })
  })

  test.each([
    [REGISTRY_URL],
    [`${REGISTRY_URL.toUpperCase().replace('HTTPS', 'https')}?again`],
    ['https://10.0.0.1/domain/x'],
    ['https://localhost/domain/x'],
    ['https://printer.local/domain/x'],
  ])('RDAP does not follow a related link to %s', async (related) => {
    const pages = { [REGISTRY_URL]: { status: 200, body: object('Teal Harbour, Inc.', related) } }
    const { asked } = await lookUp('tealharbour.com', { pages })
    expect(asked).toEqual([RDAP_BOOTSTRAP_URL, REGISTRY_URL])
  })

  test('RDAP status 404 means "not found", and WHOIS is not asked', async () => {
    const { evidence, asked } = await lookUp('tealharbour.com', {
      pages: { [REGISTRY_URL]: { status: 404, body: {} } },
    })
    expect(evidence).toMatchObject({
      fallback_reason: null,
      record: { outcome: 'not_found', servers: ['rdap.registry.net'] },
    })
    expect(asked).toHaveLength(2)
  })

  test('the list of RDAP servers is fetched once for several look-ups', async () => {
    const { tools, asked } = toolsOf({ pages: { [REGISTRY_URL]: { status: 404, body: {} } } })
    await lookUpRegistration('tealharbour.com', tools)
    await lookUpRegistration('tealharbour.com', tools)
    expect(asked.filter((url) => url === RDAP_BOOTSTRAP_URL)).toHaveLength(1)
  })
})

const failures: [what: string, page: Page, reason: string][] = [
  [
    'answers with status 429',
    { status: 429, body: {} },
    'RDAP at rdap.registry.net limits our questions.',
  ],
  [
    'answers with status 503',
    { status: 503, body: {} },
    'RDAP at rdap.registry.net gave no usable answer.',
  ],
  [
    'sends a truncated answer',
    { status: 200, body: '{"objectClassName":"dom' },
    'RDAP at rdap.registry.net gave no usable answer.',
  ],
  ['cannot be reached', new Error('refused'), 'RDAP at rdap.registry.net gave no usable answer.'],
  [
    'answers without a registrant',
    { status: 200, body: object(null, null) },
    'RDAP at rdap.registry.net says nothing about the registrant.',
  ],
]

test.each(failures)('WHOIS is asked when RDAP %s', async (_, page, reason) => {
  const whois = { 'whois.verisign-grs.com': ICANN_ANSWER }
  const { evidence, asked } = await lookUp('tealharbour.com', {
    pages: { [REGISTRY_URL]: page },
    whois,
  })
  expect(evidence.fallback_reason).toBe(reason)
  expect(evidence.record).toMatchObject({
    outcome: 'registered',
    registrant: { organization: 'Teal Harbour Outfitters, Inc.' },
  })
  expect(asked.at(-1)).toBe('whois.verisign-grs.com domain tealharbour.com')
})

describe('WHOIS look-ups', () => {
  const thin =
    'Domain Name: TEALHARBOUR.COM\nRegistrar WHOIS Server: whois.ledgerstone.net\nRegistrar: Ledgerstone Names\nCreation Date: 2011-06-07T19:23:48Z\n'
  const nowhere = { [RDAP_BOOTSTRAP_URL]: { status: 200, body: { services: [] } } }

  test('a referral from a thin registry to the registrar is followed once', async () => {
    const looping = `Registrar WHOIS Server: whois.third.net\nRegistrant Organization: Teal Harbour, Inc.\n`
    const whois = {
      'whois.verisign-grs.com': thin,
      'whois.ledgerstone.net': looping,
      'whois.third.net': thin,
    }
    const { evidence, asked } = await lookUp('tealharbour.com', { pages: nowhere, whois })
    expect(evidence.record).toMatchObject({
      registrant: { organization: 'Teal Harbour, Inc.' },
      created_at: '2011-06-07T19:23:48Z',
      servers: ['whois.verisign-grs.com', 'whois.ledgerstone.net'],
    })
    expect(evidence.fallback_reason).toBe('RDAP has no server for .com.')
    expect(asked.slice(1)).toEqual([
      'whois.verisign-grs.com domain tealharbour.com',
      'whois.ledgerstone.net tealharbour.com',
    ])
  })

  test.each([['localhost'], ['127.0.0.1'], ['intranet.local'], ['whois.verisign-grs.com']])(
    'a WHOIS referral to %s is not followed',
    async (server) => {
      const whois = { 'whois.verisign-grs.com': thin.replace('whois.ledgerstone.net', server) }
      const { asked } = await lookUp('tealharbour.com', { pages: nowhere, whois })
      expect(asked).toHaveLength(2)
    },
  )

  test.each([
    ['birkenhof.de', 'whois.denic.de -T dn,ace birkenhof.de'],
    ['aoba.jp', 'whois.jprs.jp aoba.jp/e'],
    ['havnen.dk', 'whois.punktum.dk --show-handles havnen.dk'],
    ['fernmoss.co.uk', 'whois.nic.uk fernmoss.co.uk'],
    ['fernmoss.coffee', 'whois.nic.coffee fernmoss.coffee'],
  ])('%s is looked up with the query: %s', async (domain, question) => {
    const { asked } = await lookUp(domain, { pages: nowhere })
    expect(asked[1]).toBe(question)
  })

  test('the WHOIS server of an unknown country code is found through IANA', async () => {
    const whois = {
      'whois.iana.org': 'domain: ZZ\nrefer:        whois.registry.zz-nic.net\n',
      'whois.registry.zz-nic.net': 'NOT FOUND',
    }
    const { evidence, asked } = await lookUp('fernmoss.zz', { pages: nowhere, whois })
    expect(asked.slice(1)).toEqual(['whois.iana.org zz', 'whois.registry.zz-nic.net fernmoss.zz'])
    expect(evidence.record.outcome).toBe('not_found')
  })
})

describe('a domain under a public suffix that is missing in the RDAP of its top-level domain', () => {
  const domain = 'fernmoss.ac.uk'
  const url = `https://rdap.registry.net/uk/domain/${domain}`
  const pages = {
    [RDAP_BOOTSTRAP_URL]: {
      status: 200,
      body: { services: [[['uk'], ['https://rdap.registry.net/uk/']]] },
    },
    [url]: { status: 404, body: {} },
  }

  test('a "not found" from RDAP is checked at the WHOIS server of the suffix', async () => {
    const whois = {
      'whois.ja.net': `Domain:\n  ${domain}\n\nRegistered For:\n  University of Fernmoss\n`,
    }
    const { evidence, asked } = await lookUp(`www.${domain}`, { pages, whois })
    expect(asked).toEqual([RDAP_BOOTSTRAP_URL, url, `whois.ja.net ${domain}`])
    expect(evidence.record).toMatchObject({
      outcome: 'registered',
      registrant: { organization: 'University of Fernmoss' },
      servers: ['rdap.registry.net', 'whois.ja.net'],
    })
  })

  test('the domain is "not found" when the WHOIS server of the suffix does not answer', async () => {
    const { evidence } = await lookUp(domain, { pages })
    expect(evidence.record.outcome).toBe('not_found')
  })
})

describe('the registration collector', () => {
  const target = { domain: 'www.tealharbour.com', registrableDomain: 'tealharbour.com' }
  const collect = (world: World) => {
    const { tools } = toolsOf(world)
    const unused = (): never => {
      throw new Error('not for this collector')
    }
    return collector.collect(target, {
      ...tools,
      depth: 'quick',
      signal: new AbortController().signal,
      dns: { resolve: unused, isDown: false },
      pause: unused,
      fetchPage: unused,
      readPage: unused,
      fetchBytes: unused,
      siteCertificate: unused,
      earlier: {},
    })
  }

  test('an unregistered name is a finding with the outcome "not_found"', async () => {
    const finding = await collect({ pages: { [REGISTRY_URL]: { status: 404, body: {} } } })
    expect(finding).toMatchObject({
      status: 'ok',
      source: 'rdap.registry.net',
      evidence: { record: { outcome: 'not_found' } },
    })
  })

  test('the finding of a quick analysis is "timeout" with the reason when all servers refused', async () => {
    const finding = await collect({
      pages: { [REGISTRY_URL]: { status: 429, body: {} } },
      whois: { 'whois.verisign-grs.com': 'Quota exceeded' },
    })
    expect(finding).toMatchObject({
      status: 'timeout',
      detail: 'rdap.registry.net refused to answer for too many questions.',
      source: 'rdap.registry.net, whois.verisign-grs.com',
      againAfterMs: 900_000,
    })
  })

  test('the finding is "failed" and nothing throws when no server answers', async () => {
    const finding = await collect({ pages: { [RDAP_BOOTSTRAP_URL]: new Error('down') } })
    expect(finding).toMatchObject({
      status: 'failed',
      evidence: {
        record: { outcome: 'unavailable' },
        fallback_reason: 'The list of RDAP servers could not be had.',
      },
    })
  })
})
