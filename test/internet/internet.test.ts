import { once } from 'node:events'
import { connect } from 'node:net'
import { createGunzip, gunzipSync, inflateSync } from 'node:zlib'
import { decode, encode, type Packet, type RecordType } from 'dns-packet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createInternet,
  type DomainFile,
  type OutgoingEntry,
  type SampleInternet,
} from './internet.ts'
import { listedCompany } from './listed-companies.ts'

const SAMPLE: DomainFile = {
  domain: 'tidemill.com',
  truth: { operator: 'Tide Mill Ltd', accept: ['Tide Mill Ltd'], reject: [] },
  registration: {
    registrar: 'godaddy',
    privacy: 'shown',
    created: '2011-04-02',
    registrant: { organization: 'Tide Mill Ltd', name: 'Ann Weir', country: 'GB' },
  },
  dns: {
    'tidemill.com': {
      NS: ['ns1.tidemill.com'],
      SOA: ['ns1.tidemill.com hostmaster.tidemill.com 7 1 2 3 4'],
      A: ['193.34.76.9'],
      AAAA: ['2606:4700:0:0:0:0:0:9'],
      MX: ['10 mail.tidemill.com'],
      TXT: [`v=spf1 ${'ip4:198.51.100.0/24 '.repeat(20)}-all`],
      CAA: ['0 issue "letsencrypt.org; validationmethods=dns-01"'],
    },
    'www.tidemill.com': { CNAME: ['edge.tidemill.com'] },
    'edge.tidemill.com': { CNAME: ['tidemill.com'] },
    '*.shop.tidemill.com': { A: ['193.34.76.10'] },
    'deep.below.tidemill.com': { A: ['193.34.76.11'] },
    'ring.tidemill.com': { CNAME: ['ring.tidemill.com'] },
    'broken.tidemill.com': { _rcode: 'SERVFAIL' },
  },
  site: {
    home: 'https://www.tidemill.com/',
    charset: 'windows-1252',
    pages: { '/': '<p>Mühle – ©</p>', '/robots.txt': 'User-agent: *' },
  },
  ct: [
    {
      id: 77,
      issuer_name: "C=US, O=Let's Encrypt, CN=R12",
      common_name: 'tidemill.com',
      name_value: 'tidemill.com\nwww.tidemill.com',
      entry_timestamp: '2026-09-01T03:00:00.000',
      not_before: '2026-09-01T03:00:00',
      not_after: '2066-11-30T03:00:00',
      serial_number: '0a',
    },
    {
      id: 78,
      issuer_name: 'C=US, O="DigiCert, Inc.", CN=DV',
      common_name: 'notidemill.com',
      name_value: 'notidemill.com\nold.tidemill.com',
      entry_timestamp: '2016-09-01T03:00:00.000',
      not_before: '2016-09-01T03:00:00',
      not_after: '2017-11-30T03:00:00',
      serial_number: '0b',
    },
  ],
  ct_subjects: { '77': { O: 'Tide & Mill Ltd', C: 'GB', CN: 'tidemill.com' } },
  whois_history: [{ domainName: 'tidemill.com', registrarName: 'GoDaddy.com, LLC' }],
}

let log: OutgoingEntry[]
let internet: SampleInternet

beforeEach(async () => {
  log = []
  internet = await createInternet({ folders: [], log: (entry) => log.push(entry) })
  internet.add(SAMPLE)
})
afterEach(() => internet.close())

const get = (url: string, init?: RequestInit) =>
  internet.fetch(new Request(url, { redirect: 'manual', ...init }))

async function ask(name: string, type: RecordType) {
  const limits = {
    udpPayloadSize: 4096,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
  }
  const question: Packet = {
    type: 'query',
    id: 4,
    flags: 256,
    questions: [{ name, type }],
    additionals: [{ ...limits, type: 'OPT', name: '.', options: [] }],
  }
  const response = await get('https://cloudflare-dns.com/dns-query', {
    method: 'POST',
    headers: { 'content-type': 'application/dns-message' },
    body: new Uint8Array(encode(question)),
  })
  const {
    answers = [],
    authorities = [],
    additionals = [],
    ...head
  } = decode(Buffer.from(await response.arrayBuffer()))
  return { ...head, answers, authorities, additionals }
}

async function values(name: string, type: RecordType): Promise<string[]> {
  const { answers } = await ask(name, type)
  return answers.flatMap((answer) =>
    answer.type === type && 'data' in answer ? [shown(answer.data)] : [],
  )
}

function shown(data: unknown): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return typeof data === 'string' ? data : Object.values(data as object).join(' ')
}

async function whois(
  server: string,
  query: string,
  port = 43,
): Promise<{ head: string; answer: Buffer }> {
  const socket = connect(await internet.listenTcp(), '127.0.0.1')
  let received = Buffer.alloc(0)
  let end = -1
  socket.write(`CONNECT ${server}:${port} HTTP/1.1\r\nHost: ${server}:${port}\r\n\r\n`)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    if (end < 0 && received.includes('\r\n\r\n')) {
      end = received.indexOf('\r\n\r\n') + 4
      socket.write(`${query}\r\n`)
    }
  })
  await once(socket, 'close')
  return { head: received.subarray(0, end).toString(), answer: received.subarray(end) }
}

describe('DNS over HTTPS', () => {
  test.each<[name: string, type: RecordType, expected: string[]]>([
    ['tidemill.com', 'A', ['193.34.76.9']],
    ['TIDEMILL.com', 'AAAA', ['2606:4700::9']],
    ['tidemill.com', 'NS', ['ns1.tidemill.com']],
    ['tidemill.com', 'MX', ['10 mail.tidemill.com']],
    ['tidemill.com', 'SOA', ['ns1.tidemill.com hostmaster.tidemill.com 7 1 2 3 4']],
    ['tidemill.com', 'CAA', ['0 issue letsencrypt.org; validationmethods=dns-01 false']],
    ['www.tidemill.com', 'A', ['193.34.76.9']],
    ['www.tidemill.com', 'CNAME', ['edge.tidemill.com']],
    ['any.thing.shop.tidemill.com', 'A', ['193.34.76.10']],
    ['9.76.34.193.in-addr.arpa', 'PTR', ['host9.haldensee.ch']],
    [
      '9.76.34.193.origin.asn.cymru.com',
      'TXT',
      ['219871 | 193.34.76.0/22 | CH | ripencc | 2016-05-11'],
    ],
    [
      'AS13335.asn.cymru.com',
      'TXT',
      ['13335 | US | arin | 2014-03-28 | CLOUDFLARENET - Cloudflare, Inc., US'],
    ],
    [
      `${'9.'.padEnd(48, '0.')}0.0.7.4.6.0.6.2.origin6.asn.cymru.com`,
      'TXT',
      ['13335 | 2606:4700::/32 | US | arin | 2011-11-01'],
    ],
  ])('the query %s %s answers %j', async (name, type, expected) => {
    expect(await values(name, type)).toEqual(expected)
  })

  test('an alias chain includes every CNAME record', async () => {
    const { answers } = await ask('www.tidemill.com', 'A')
    expect(answers.map(({ type, name }) => [name, type])).toEqual([
      ['www.tidemill.com', 'CNAME'],
      ['edge.tidemill.com', 'CNAME'],
      ['tidemill.com', 'A'],
    ])
  })

  test('a long TXT value is split into strings of at most 255 bytes', async () => {
    const [answer] = (await ask('tidemill.com', 'TXT')).answers
    if (answer?.type !== 'TXT' || !Array.isArray(answer.data))
      throw new Error('the answer is not a list of strings')
    const data = answer.data.map((string) => Buffer.from(string))
    expect(data.length).toBe(2)
    expect(Math.max(...data.map((string) => string.byteLength))).toBe(255)
    expect(Buffer.concat(data).toString()).toBe(SAMPLE.dns?.['tidemill.com']?.TXT?.[0])
  })

  test.each<[name: string, type: RecordType, rcode: string, authorities: string[]]>([
    ['nobody.tidemill.com', 'A', 'NXDOMAIN', ['SOA']],
    ['below.tidemill.com', 'A', 'NOERROR', ['SOA']],
    ['tidemill.com', 'PTR', 'NOERROR', ['SOA']],
    ['shop.tidemill.com', 'A', 'NOERROR', ['SOA']],
    ['nosuchname.org', 'A', 'NXDOMAIN', []],
    ['ring.tidemill.com', 'A', 'SERVFAIL', []],
    ['broken.tidemill.com', 'MX', 'SERVFAIL', []],
    ['under.broken.tidemill.com', 'A', 'SERVFAIL', []],
    ['1.2.0.192.in-addr.arpa', 'PTR', 'NXDOMAIN', []],
    ['as64500.asn.cymru.com', 'TXT', 'NXDOMAIN', []],
  ])('the query %s %s has an empty answer with code %s', async (name, type, rcode, authorities) => {
    const answer = await ask(name, type)
    expect({ rcode: answer.rcode, answers: answer.answers }).toEqual({ rcode, answers: [] })
    expect(answer.authorities.map((record) => record.type)).toEqual(authorities)
  })

  test('an answer has the recursion flag and the OPT record', async () => {
    const answer = await ask('tidemill.com', 'A')
    expect(answer.flag_ra).toBe(true)
    expect(answer.additionals.map((record) => record.type)).toEqual(['OPT'])
  })

  test('a DNS query by GET is answered, also at dns.google', async () => {
    const bytes = encode({
      type: 'query',
      id: 0,
      flags: 256,
      questions: [{ name: 'tidemill.com', type: 'A' }],
    })
    const response = await get(
      `https://dns.google/dns-query?dns=${Buffer.from(bytes).toString('base64url')}`,
    )
    expect(response.headers.get('content-type')).toBe('application/dns-message')
    expect(decode(Buffer.from(await response.arrayBuffer())).answers?.length).toBe(1)
  })

  test.each([
    ['GET', undefined, undefined, 400],
    ['PUT', 'application/dns-message', 'x', 405],
    ['POST', 'application/json', '{}', 415],
    ['POST', 'application/dns-message', 'no message', 400],
    ['POST', 'application/dns-message', 'x'.repeat(5000), 413],
  ])('a DNS request %s %s %s is refused with %i', async (method, type, body, status) => {
    const init = {
      method,
      headers: type ? { 'content-type': type } : {},
      ...(body ? { body } : {}),
    }
    expect((await get('https://cloudflare-dns.com/dns-query', init)).status).toBe(status)
  })
})

describe('RDAP', () => {
  test('the bootstrap file points to the registry, and the registry to the registrar', async () => {
    const bootstrap = (await (await get('https://data.iana.org/rdap/dns.json')).json()) as {
      services: string[][][]
    }
    const base = bootstrap.services.find(([tlds]) => tlds?.includes('com'))?.[1]?.[0]
    const registry = await get(`${base}domain/TIDEMILL.COM`)
    expect(registry.headers.get('content-type')).toBe('application/rdap+json')
    const thin = (await registry.json()) as {
      links: { rel: string; href: string }[]
      entities: { roles: string[] }[]
    }
    expect(thin.entities.map(({ roles }) => roles)).toEqual([['registrar']])

    const related = thin.links.find(({ rel }) => rel === 'related')?.href ?? ''
    const whole = JSON.stringify(
      await (await get(related.toUpperCase().replace('HTTPS', 'https'))).json(),
    )
    expect(whole).toContain('Tide Mill Ltd')
  })

  test.each([
    ['https://rdap.verisign.com/com/v1/domain/nobody.com', 404],
    ['https://rdap.verisign.com/net/v1/domain/tidemill.com', 404],
    ['https://rdap.godaddy.com/v1/domain/nobody.com', 404],
    ['https://rdap.arin.net/registry/ip/193.34.76.9', 404],
    ['https://rdap.db.ripe.net/ip/193.34.76.9', 200],
    ['https://rdap.db.ripe.net/autnum/219871', 200],
    ['https://rdap.arin.net/registry/autnum/64500', 404],
    ['https://data.iana.org/rdap/ipv4.json', 200],
    ['https://data.iana.org/rdap/asn.json', 200],
    ['https://data.iana.org/rdap/nothing.json', 404],
  ])('the RDAP URL %s answers %i', async (url, status) => {
    expect((await get(url)).status).toBe(status)
  })

  test('a registry that limits requests answers 429 with Retry-After', async () => {
    internet.add({
      domain: 'busy.org',
      rdap_status: 429,
      rdap: {},
      whois: 'Domain Name: BUSY.ORG\r\n',
    })
    const response = await get('https://rdap.publicinterestregistry.org/rdap/domain/busy.org')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test.each(['redacted', 'proxy'] as const)(
    'a %s registration does not show the registrant',
    async (privacy) => {
      internet.add({
        domain: 'hidden.org',
        registration: {
          registrar: 'namecheap',
          privacy,
          created: '2020-01-01',
          registrant: { organization: 'Secret Ltd', email: 'a@secret.org' },
        },
      })
      const rdap = await (
        await get('https://rdap.publicinterestregistry.org/rdap/domain/hidden.org')
      ).text()
      const text = (await whois('whois.namecheap.com', 'hidden.org')).answer.toString()
      expect(`${rdap}${text}`).not.toMatch(/secret/i)
      expect(text).toContain(privacy === 'proxy' ? 'Withheld for Privacy' : 'REDACTED FOR PRIVACY')
    },
  )
})

describe('WHOIS', () => {
  test('the root server refers to the registry, the registry to the registrar, and the registrar shows the registrant', async () => {
    const root = (await whois('whois.iana.org', 'tidemill.com')).answer.toString()
    const registry = /^refer:\s+(\S+)$/m.exec(root)?.[1] ?? ''
    const thin = (await whois(registry, 'domain tidemill.com')).answer.toString()
    expect(thin).not.toContain('Tide Mill Ltd')
    const registrar = /Registrar WHOIS Server: (\S+)/.exec(thin)?.[1] ?? ''
    expect((await whois(registrar, 'TIDEMILL.COM')).answer.toString()).toContain(
      'Registrant Organization: Tide Mill Ltd',
    )
  })

  test.each([
    ['whois.verisign-grs.com', 'nobody.com', 'No match for domain "NOBODY.COM"'],
    ['whois.denic.de', '-T dn,ace nobody.de', 'Status: free'],
    ['whois.nic.uk', 'nobody.co.uk', 'This domain name has not been registered'],
    ['whois.iana.org', 'nobody.invalidtld', 'returned 0 objects'],
  ])(
    'the server %s answers the query %s with its text for unknown names',
    async (server, query, text) => {
      expect((await whois(server, query)).answer.toString()).toContain(text)
    },
  )

  test('a Japanese registry answers in its own charset, and in English on request', async () => {
    const text = '[組織名]  水門工業株式会社 ASCII'
    internet.add({
      domain: 'suimon.jp',
      whois: text,
      whois_charset: 'iso-2022-jp',
      whois_english: '[Organization] Suimon',
    })
    const { answer } = await whois('whois.jprs.jp', 'suimon.jp')
    expect(answer.includes(0x1b)).toBe(true)
    expect(new TextDecoder('iso-2022-jp').decode(answer)).toBe(text)
    expect((await whois('whois.jprs.jp', 'suimon.jp/e')).answer.toString()).toBe(
      '[Organization] Suimon',
    )
  })

  test.each([
    ['whois.nowhere.example', 43],
    ['whois.verisign-grs.com', 25],
  ])('a tunnel to %s port %i is refused', async (server, port) => {
    expect((await whois(server, 'x', port)).head).toMatch(/^HTTP\/1\.1 502/)
  })
})

describe('web sites', () => {
  test('a site serves pages in their charset, redirects the other forms of its address, and answers 404 for unknown paths', async () => {
    const page = await get('https://www.tidemill.com/')
    expect(Buffer.from(await page.arrayBuffer()).toString('latin1')).toBe(
      '<p>M\xfchle \x96 \xa9</p>',
    )
    const robots = await get('https://www.tidemill.com/robots.txt')
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const moved = await get('http://tidemill.com/a/b?c=1')
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      'https://www.tidemill.com/a/b?c=1',
    ])
    expect((await get('https://www.tidemill.com/nothing')).status).toBe(404)
    expect(await (await get('https://www.tidemill.com/', { method: 'HEAD' })).text()).toBe('')
    expect((await get('https://www.tidemill.com/', { method: 'POST' })).status).toBe(405)
  })

  test.each([
    ['Shift_JIS', 'shift_jis', '風から工場を守る｜ー～'],
    ['EUC-JP', 'euc-jp', '防風設備'],
    ['windows-1251', 'windows-1251', 'Мебель для мастерских — ©'],
    ['iso-8859-1', 'iso-8859-1', 'Éditeur à Limoges'],
    ['utf-8', 'utf-8', '🪨 straße'],
  ])('a body in %s is encoded in its charset', async (charset, label, text) => {
    const headers = { 'content-type': `text/html; charset=${charset}` }
    internet.add({
      domain: 'letters.org',
      http: { 'https://letters.org/': { headers, body: text } },
    })
    expect(
      new TextDecoder(label).decode(await (await get('https://letters.org/')).arrayBuffer()),
    ).toBe(text)
  })

  test.each([
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
  ] as const)('a body with the encoding %s is compressed', async (encoding, decode) => {
    internet.add({
      domain: 'packed.org',
      http: {
        'https://packed.org/': { headers: { 'content-encoding': encoding }, body: 'a'.repeat(500) },
      },
    })
    const bytes = Buffer.from(await (await get('https://packed.org/')).arrayBuffer())
    expect(bytes.byteLength).toBeLessThan(100)
    expect(decode(bytes).toString()).toBe('a'.repeat(500))
  })

  test.each([
    ['a host without an address', 'https://nowhere.example/', 'unresolved'],
    ['a host with an address but no page', 'https://deep.below.tidemill.com/', 'refused'],
    ['a wildcard host with no page', 'https://a.shop.tidemill.com/', 'refused'],
    ['another port', 'https://www.tidemill.com:8443/', 'refused'],
  ])('a request to %s fails as %s', async (_what, url, kind) => {
    await expect(get(url)).rejects.toMatchObject({ name: 'NetworkFailure', kind })
  })
})

describe('misbehaving sites', () => {
  const misbehave = (behaviour: string, body = '') => {
    const entry = { behaviour, headers: { 'content-type': 'text/html' }, body }
    internet.add({
      domain: 'odd.org',
      dns: { 'odd.org': { A: ['193.34.76.9'] } },
      http: { 'https://odd.org/*': entry },
    })
  }

  test.each([
    ['refused', 'refused'],
    ['tls', 'tls'],
  ])('a site with the behaviour %s fails as %s', async (behaviour, kind) => {
    misbehave(behaviour)
    await expect(get('https://odd.org/')).rejects.toMatchObject({ kind })
  })

  test.each(['timeout', 'hang'])(
    'a site with the behaviour %s does not answer until the caller disconnects',
    async (behaviour) => {
      misbehave(behaviour)
      const asker = new AbortController()
      const answer = get('https://odd.org/', { signal: asker.signal })
      asker.abort()
      await expect(answer).rejects.toMatchObject({ kind: 'closed' })
    },
  )

  test('huge sends exactly the given number of bytes', async () => {
    misbehave('huge:52428800', '<title>Big</title>')
    const response = await get('https://odd.org/')
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.byteLength
    expect(bytes).toBe(52_428_800)
  })

  test('a gzip bomb is small on the wire and inflates to more than 64 MiB', async () => {
    misbehave('gzip-bomb')
    const response = await get('https://odd.org/')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const gunzip = createGunzip()
    const reader = response.body?.getReader()
    let wire = 0
    let inflated = 0
    gunzip.on('data', (chunk: Buffer) => {
      inflated += chunk.byteLength
    })
    while (inflated < 64 * 1024 * 1024) {
      const chunk = (await reader?.read())?.value as Uint8Array
      wire += chunk.byteLength
      await new Promise((resolve) => gunzip.write(chunk, resolve))
    }
    await reader?.cancel()
    expect(wire).toBeLessThan(256 * 1024)
  })

  test('a redirect loop never repeats a URL', async () => {
    misbehave('redirect-loop')
    const seen = new Set<string>()
    let url = 'https://odd.org/'
    for (let hop = 0; hop < 30; hop++) {
      seen.add(url)
      url = (await get(url)).headers.get('location') ?? ''
    }
    expect(seen.size).toBe(30)
  })

  test('drip sends one byte at a time and stops when the reader cancels', async () => {
    misbehave('drip', 'slow')
    const reader = (await get('https://odd.org/')).body?.getReader()
    expect((await reader?.read())?.value).toEqual(Uint8Array.of('s'.charCodeAt(0)))
    await reader?.cancel()
  })

  test('reset breaks the connection in the middle of the body', async () => {
    misbehave('reset', '<title>We spli')
    await expect(get('https://odd.org/').then((response) => response.text())).rejects.toMatchObject(
      { kind: 'closed' },
    )
  })

  test('binary always sends the same bytes, which are not valid UTF-8', async () => {
    misbehave('binary')
    const bytes = await (await get('https://odd.org/')).arrayBuffer()
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
    expect(
      Buffer.from(await (await get('https://odd.org/')).arrayBuffer()).equals(Buffer.from(bytes)),
    ).toBe(true)
  })

  test('a domain file with an unknown behaviour is refused', () => {
    expect(() => misbehave('sulk')).toThrow(/behaviour/)
  })
})

describe('certificate logs', () => {
  const crt = async (query: string) =>
    (await (await get(`https://crt.sh/?${query}`)).json()) as { id: number }[]

  test.each([
    ['q=tidemill.com&output=json', [77]],
    ['q=%25.tidemill.com&output=json', [77, 78]],
    ['q=%25.tidemill.com&output=json&exclude=expired', [77]],
    ['q=%25.nobody.com&output=json', []],
    ['O=Tide+%26+Mill+Ltd&output=json', [77]],
    ['q=old.tidemill.com&output=json', [78]],
  ])('the crt.sh query %s lists the certificates %j', async (query, ids) => {
    expect((await crt(query)).map(({ id }) => id)).toEqual(ids)
  })

  test('crt.sh shows a certificate with its subject as a page', async () => {
    const text = await (await get('https://crt.sh/?id=77')).text()
    expect(text.replaceAll('&nbsp;', ' ')).toMatch(/organizationName\s+= Tide &amp; Mill Ltd<BR>/)
    expect((await get('https://crt.sh/?id=1')).status).toBe(404)
  })

  test('Cert Spotter lists issuances page by page, with the expanded fields', async () => {
    const base =
      'https://api.certspotter.com/v1/issuances?domain=tidemill.com&include_subdomains=true'
    const all = (await (await get(`${base}&expand=dns_names&expand=issuer`)).json()) as Record<
      string,
      unknown
    >[]
    expect(all.map(({ id }) => id)).toEqual(['77', '78'])
    expect(all[1]).toMatchObject({
      dns_names: ['notidemill.com', 'old.tidemill.com'],
      issuer: { friendly_name: 'DigiCert, Inc.' },
    })
    expect(await (await get(`${base}&after=78`)).json()).toEqual([])
    expect((await get('https://api.certspotter.com/v1/issuances')).status).toBe(400)
  })
})

describe('WhoisXML API', () => {
  const reverse = (body: object) =>
    get('https://reverse-whois.whoisxmlapi.com/api/v2', {
      method: 'POST',
      body: JSON.stringify(body),
    })
  const terms = { basicSearchTerms: { include: ['tide mill'] } }

  test('reverse WHOIS counts domains in preview and lists them in purchase', async () => {
    expect(await (await reverse({ apiKey: 'k', ...terms })).json()).toMatchObject({
      domainsCount: 1,
      domainsList: [],
    })
    const exact = [
      { field: 'RegistrantContact.Organization', term: 'Tide Mill Ltd', exactMatch: true },
    ]
    const bought = await reverse({ apiKey: 'k', mode: 'purchase', advancedSearchTerms: exact })
    expect(await bought.json()).toMatchObject({
      domainsCount: 1,
      domainsList: ['tidemill.com'],
      nextPageSearchAfter: null,
    })
  })

  test('WHOIS history counts records in preview and returns them in purchase', async () => {
    const url = 'https://whois-history.whoisxmlapi.com/api/v1?apiKey=k&domainName=tidemill.com'
    expect(await (await get(url)).json()).toEqual({ recordsCount: 1 })
    expect(await (await get(`${url}&mode=purchase`)).json()).toEqual({
      recordsCount: 1,
      records: SAMPLE.whois_history,
    })
  })

  test.each([
    [{ ...terms }, 403],
    [{ ...terms, apiKey: 'an-invalid-key' }, 403],
    [{ apiKey: 'k' }, 422],
    [{ apiKey: 'k', mode: 'steal', ...terms }, 422],
  ])('the reverse WHOIS query %j is refused with %i', async (body, status) => {
    expect((await reverse(body)).status).toBe(status)
  })
})

describe('generated companies', () => {
  test('a generated company answers by every protocol and is always the same', async () => {
    const number = Array.from({ length: 50 }, (_, index) => index).find(
      (index) => listedCompany(`listed-${index}.net`)?.registration?.privacy === 'shown',
    )
    const domain = `listed-${number}.net`
    const file = listedCompany(domain)
    const name = file?.truth?.operator ?? 'nobody'
    expect(await values(`www.${domain}`, 'A')).toEqual(file?.dns?.[domain]?.A)
    expect(await (await get(`https://www.${domain}/`)).text()).toContain(name)
    expect((await whois('whois.verisign-grs.com', domain)).answer.toString()).toContain(
      domain.toUpperCase(),
    )
    const rdap = await (await get(`https://rdap.verisign.com/net/v1/domain/${domain}`)).json()
    expect(rdap).toMatchObject({ objectClassName: 'domain', ldhName: domain })
    expect(listedCompany(domain)).toEqual(file)
  })

  test('ten thousand generated companies have different names, and a few percent have no operator', () => {
    const files = Array.from({ length: 10_000 }, (_, index) => listedCompany(`listed-${index}.com`))
    const operators = files.flatMap((file) => file?.truth?.operator ?? [])
    expect(new Set(operators).size).toBe(operators.length)
    expect(operators.length).toBeGreaterThan(9_000)
    expect(operators.length).toBeLessThan(9_700)
  })

  test.each(['listed-.com', 'listed-1.de', 'listed-1x.com', 'listed-1234567890.com'])(
    'the name %s is not a generated company',
    (domain) => {
      expect(listedCompany(domain)).toBeNull()
    },
  )
})

describe('the whole internet', () => {
  test('a function can answer a host, and its calls are logged', async () => {
    internet.serve('API.example.com', () => Response.json({ hello: true }, { status: 201 }))
    expect((await get('https://api.example.com/x')).status).toBe(201)
    await expect(get('https://nowhere.example/')).rejects.toThrow()
    await whois('whois.iana.org', 'com')
    expect(log.map(({ method, url, status }) => [method, url, status])).toEqual([
      ['GET', 'https://api.example.com/x', 201],
      ['GET', 'https://nowhere.example/', null],
      ['WHOIS', 'whois://whois.iana.org/com', 200],
    ])
  })

  test('Microsoft gives all domains of a tenant the same issuer', async () => {
    const tenant = '5c0f4b7e-0c2d-4a9b-8f51-7d1f6f0e9a11'
    internet.add({ domain: 'tide.example', microsoft_tenant: tenant })
    internet.add({ domain: 'mill.example', microsoft_tenant: tenant })
    const issuerOf = async (name: string) =>
      (
        await get(
          `https://login.microsoftonline.com/${name}/v2.0/.well-known/openid-configuration`,
        ).then((response) => response.json())
      ).issuer
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    expect(await Promise.all(['tide.example', 'mill.example', tenant].map(issuerOf))).toEqual([
      issuer,
      issuer,
      issuer,
    ])
    expect(await issuerOf('tidemill.com')).toBeUndefined()
  })

  test('closing the internet ends all waiting requests', async () => {
    internet.setLatency(60_000)
    const waiting = expect(get('https://www.tidemill.com/')).rejects.toMatchObject({
      kind: 'closed',
    })
    await internet.close()
    await waiting
  })
})
