import { describe, expect, test } from 'vitest'
import type { DnsResolver } from '../../../shared/platform/net/dns-resolver.ts'
import { requirePublicAddresses } from '../../../shared/platform/net/guarded-fetch.ts'
import { parseCallbackUrl } from '../../../shared/webhooks/callback-url.ts'

const STRICT = { allowInsecure: false, ownHosts: ['api.attribution.example'] }
const LOOSE = { ...STRICT, allowInsecure: true }

const PUBLIC = [
  'https://example.com',
  'https://example.com/',
  'https://example.com/hook',
  'https://example.com/hook?token=abc&x=1',
  'https://example.com/hook#part',
  'https://EXAMPLE.com/Hook',
  'HTTPS://example.com/hook',
  'https://example.com:443/hook',
  'https://example.com:1024/hook',
  'https://example.com:8443/hook',
  'https://example.com:65535/hook',
  'https://example.com./hook',
  'https://hooks.example.co.uk/services/T000/B000/XXXX',
  'https://a.b.c.d.e.f.example.org/x',
  'https://xn--bcher-kva.de/hook',
  'https://bücher.de/hook',
  'https://faß.de/hook',
  'https://例え.jp/hook',
  'https://my-host-1.example.net/hook',
  'https://under_score.example.net/hook',
  'https://1.example.net/hook',
  'https://127.0.0.1.example.net/hook',
  'https://10.example.net/hook',
  'https://localhost.example.net/hook',
  'https://internal.example.net/hook',
  'https://example.net/http://127.0.0.1/',
  'https://example.net/?url=http://169.254.169.254/',
  'https://example.net/@127.0.0.1',
  'https://example.net/%2e%2e/hook',
  'https://example.com/ü?q=ü',
  'https://hook.eu1.make.com/abcdefgh',
  'https://webhook.site/00000000-0000-0000-0000-000000000000',
  'https://neon.tech/hook',
]

const FORBIDDEN = [
  // Invalid URLs, and URLs with a scheme other than https.
  'http://example.com/hook',
  'ftp://example.com/hook',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'gopher://example.com/',
  'ws://example.com/',
  '//example.com/hook',
  'example.com/hook',
  'https://',
  'https:///',
  'https://?',
  '',
  'not a url',
  `https://example.com/${'a'.repeat(2_048)}`,
  ' https://example.com/hook',
  'https://example.com/ho ok',
  'https://exam\nple.com/hook',
  'https://example.com/\thook',
  'https://example.com/\u0000',
  // URLs that different programs read differently, or that a parser repairs without an error.
  'https://good.com\\@127.0.0.1/',
  'https://example.com\\hook',
  'https:\\\\example.com/hook',
  'https:example.com/hook',
  'https:/example.com/hook',
  'https:///example.com/hook',
  'https://@example.com/hook',
  'https://:@example.com/hook',
  'https://example.com:/hook',
  'https://example.com:0443/hook',
  'https://ex%61mple.com/hook',
  'https://ｅｘａｍｐｌｅ.com/hook',
  'https://example。com/hook',
  'https://bu\u00adecher.de/hook',
  'https://example.com/ho\u00a0ok',
  'https://example.com/ho\u2028ok',
  'https://example.com/\u202ekooh',
  // URLs with a user name or a password.
  'https://user@example.com/hook',
  'https://user:password@example.com/hook',
  'https://:password@example.com/hook',
  'https://example.com:443@127.0.0.1/hook',
  'https://127.0.0.1:443@example.com/hook',
  // URLs with a port that the service does not allow.
  'https://example.com:80/hook',
  'https://example.com:22/hook',
  'https://example.com:25/hook',
  'https://example.com:0/hook',
  'https://example.com:1023/hook',
  'https://example.com:65536/hook',
  // IPv4 addresses in different notations, for example as one number.
  'https://127.0.0.1/hook',
  'https://127.0.0.1./hook',
  'https://2130706433/hook',
  'https://0x7f000001/hook',
  'https://0x7f.0.0.1/hook',
  'https://0x7f.1/hook',
  'https://0177.0.0.1/hook',
  'https://017700000001/hook',
  'https://127.1/hook',
  'https://127.0.1/hook',
  'https://0/hook',
  'https://0.0.0.0/hook',
  'https://10.0.0.1/hook',
  'https://172.16.0.1/hook',
  'https://192.168.1.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/hook',
  'https://8.8.8.8/hook',
  'https://1.1.1.1:8443/hook',
  'https://１２７.０.０.１/hook',
  'https://①②⑦.⓪.⓪.①/hook',
  'https://127。0。0。1/hook',
  'https://127%2e0%2e0%2e1/hook',
  'https://%31%32%37.0.0.1/hook',
  'https://256.256.256.256/hook',
  'https://1.2.3.4.5/hook',
  'https://foo.0x7f/hook',
  'https://foo.127/hook',
  // IPv6 addresses. Some of them contain an IPv4 address.
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:7f00:1]/hook',
  'https://[::7f00:1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://[2002:7f00:1::]/hook',
  'https://[fd00::1]/hook',
  'https://[fe80::1]/hook',
  'https://[fe80::1%25eth0]/hook',
  'https://[2606:4700:4700::1111]/hook',
  'https://[::1]:8443/hook',
  // Host names that exist only in internal networks, so a webhook must not reach them.
  'https://localhost/hook',
  'https://localhost./hook',
  'https://LOCALHOST/hook',
  'https://ｌｏｃａｌｈｏｓｔ/hook',
  'https://foo.localhost/hook',
  'https://intranet/hook',
  'https://com/hook',
  'https://printer.local/hook',
  'https://metadata.google.internal/hook',
  'https://db.internal./hook',
  'https://1.0.0.127.in-addr.arpa/hook',
  'https://abcdefgh.onion/hook',
  'https://localhost.localdomain/hook',
  'https://good.home.arpa/hook',
  'https://good.alt/hook',
  'https://good.example/hook',
  'https://good.invalid/hook',
  'https://good.test/hook',
  // Hosts of the service itself, or of one of its providers, such as the database.
  'https://api.attribution.example/hook',
  'https://v2.api.attribution.example/hook',
  'https://ep-cool-1.eu.aws.neon.tech/sql',
  'https://fine-1.upstash.io/pipeline',
  'https://id.r2.cloudflarestorage.com/bucket',
  'https://mine.workers.dev/hook',
  // Invalid host names.
  'https://-example.com/hook',
  'https://example-.com/hook',
  'https://exa..mple.com/hook',
  'https://.example.com/hook',
  'https://example.com../hook',
  `https://${'a'.repeat(64)}.example.com/hook`,
  `https://${'abcdefgh.'.repeat(30)}com/hook`,
  'https://exa mple.com/hook',
  'https://exa<mple.com/hook',
  'https://ex%00ample.com/hook',
]

test('the tables contain enough URLs without duplicates', () => {
  expect(PUBLIC.length).toBeGreaterThanOrEqual(30)
  expect(FORBIDDEN.length).toBeGreaterThanOrEqual(80)
  expect(new Set([...PUBLIC, ...FORBIDDEN]).size).toBe(PUBLIC.length + FORBIDDEN.length)
})

test.each(PUBLIC)('the callback URL %j is accepted', (url) =>
  expect(parseCallbackUrl(url, STRICT)).toMatchObject({ ok: true }),
)
test.each(FORBIDDEN)('the callback URL %j is refused', (url) =>
  expect(parseCallbackUrl(url, STRICT)).toMatchObject({ ok: false }),
)
test.each(FORBIDDEN)(
  'the callback URL %j with http is refused even when http is allowed',
  (url) => {
    const insecure = url.replace(/^https:/, 'http:')
    if (insecure === 'http://example.com/hook' || insecure === 'http://example.com:80/hook') return
    expect(parseCallbackUrl(insecure, LOOSE)).toMatchObject({ ok: false })
  },
)

test.each([
  ['https://good.com\\@127.0.0.1/', 'contains a backslash'],
  ['https://example.com/ho ok', 'holds white space or control characters'],
  ['https:example.com/hook', 'must begin with https://host/ or https://host:port/'],
  ['https://ｅｘａｍｐｌｅ.com/hook', 'has a host that stands for example.com; write it so'],
  ['https://localhost.localdomain/', 'has a host that is a local name'],
  ['https://hooks.example/', 'has a host that is reserved for special use'],
])('the refusal of %j gives the reason', (url, message) => {
  expect(parseCallbackUrl(url, STRICT)).toEqual({ ok: false, message })
})

describe('with insecure callbacks allowed', () => {
  test.each([
    'http://example.com/hook',
    'http://example.com:80/hook',
    'https://example.com:80/hook',
    'http://example.com:3000/',
  ])('the insecure callback URL %s is accepted when insecure callbacks are allowed', (url) =>
    expect(parseCallbackUrl(url, LOOSE)).toMatchObject({ ok: true }),
  )
})

test('different spellings of one origin give the same origin', () => {
  const origins = ['https://example.com/a', 'https://EXAMPLE.com./b', 'https://example.com:443/c']
  expect(
    new Set(
      origins.map((url) => {
        const parsed = parseCallbackUrl(url, STRICT)
        return parsed.ok ? parsed.origin : parsed.message
      }),
    ),
  ).toEqual(new Set(['https://example.com']))
})

describe('DNS resolution of a callback host', () => {
  const resolver = (v4: string[], v6: string[]): DnsResolver => ({
    isDown: false,
    resolve: async (_, type) => ({
      rcode: 'NOERROR',
      values: type === 'A' ? v4 : v6,
      cnameChain: [],
    }),
  })
  const ask = (v4: string[], v6: string[] = []) =>
    requirePublicAddresses('hooks.example.com', resolver(v4, v6), new AbortController().signal)

  test.each([
    [['127.0.0.1'], []],
    [['10.1.2.3'], []],
    [['172.31.255.255'], []],
    [['192.168.0.1'], []],
    [['169.254.169.254'], []],
    [['100.127.255.255'], []],
    [['0.0.0.0'], []],
    [['224.0.0.1'], []],
    [['255.255.255.255'], []],
    [['198.18.0.1'], []],
    [['8.8.8.8', '10.0.0.1'], []],
    [['8.8.8.8'], ['::1']],
    [[], ['::ffff:127.0.0.1']],
    [[], ['::ffff:10.0.0.1']],
    [[], ['::127.0.0.1']],
    [[], ['fd12::1']],
    [[], ['fe80::1']],
    [[], ['64:ff9b::a00:1']],
    [[], ['2002:a00:1::']],
    [[], ['2001::1']],
    [[], ['2001:db8::1']],
    [[], ['ff02::1']],
  ])('a host with the addresses %j and %j is forbidden', async (v4, v6) => {
    await expect(ask(v4, v6)).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test.each([
    [['8.8.8.8'], []],
    [['93.184.216.34', '93.184.216.35'], ['2606:2800:220:1::1']],
    [[], ['2a00:1450:4001::1']],
  ])('a host with the addresses %j and %j is allowed', async (v4, v6) =>
    expect(await ask(v4, v6)).toEqual([...v4, ...v6]),
  )

  test('a host without an address is an error to retry and is not forbidden', async () => {
    await expect(ask([])).rejects.toMatchObject({ reason: 'no_address' })
  })
})
