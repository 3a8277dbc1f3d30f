import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressBytes,
  isPublicAddress,
  publicHostName,
} from '../../../../shared/platform/net/addresses.ts'

const hidden: readonly [what: string, address: string][] = [
  ['this network', '0.0.0.0'],
  ['private 10', '10.1.2.3'],
  ['carrier NAT', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['link local, where clouds keep credentials', '169.254.169.254'],
  ['private 172', '172.31.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation 1', '192.0.2.1'],
  ['6to4 relay', '192.88.99.1'],
  ['private 192', '192.168.0.1'],
  ['benchmarks', '198.19.0.1'],
  ['documentation 2', '198.51.100.7'],
  ['documentation 3', '203.0.113.7'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['decimal loopback', '2130706433'],
  ['octal loopback', '0177.0.0.1'],
  ['octal loopback in one number', '017700000001'],
  ['hexadecimal loopback', '0x7f000001'],
  ['short hexadecimal loopback', '0x7f.1'],
  ['short loopback', '127.1'],
  ['zero', '0'],
  ['full-width digits', '１２７.０.０.１'],
  ['loopback with a final dot', '127.0.0.1.'],
  ['unspecified v6', '::'],
  ['loopback v6', '::1'],
  ['bracketed loopback v6', '[::1]'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['compatible loopback', '::7f00:1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['Teredo', '2001:0:4136:e378::1'],
  ['documentation v6', '2001:db8::1'],
  ['documentation v6, newer', '3fff::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fd12:3456::1'],
  ['link local v6', 'fe80::1'],
  ['link local with a zone', 'fe80::1%eth0'],
  ['site local', 'fec0::1'],
  ['multicast v6', 'ff02::1'],
]

describe('isPublicAddress', () => {
  test.each(hidden)('isPublicAddress refuses %s: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
  ])('isPublicAddress accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test('isPublicAddress gives the same result for the bytes and the text of an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const bytes = addressBytes(text)
        expect(bytes).not.toBeNull()
        expect(isPublicAddress(bytes ?? new Uint8Array())).toBe(isPublicAddress(text))
      }),
    )
  })

  test('isPublicAddress never throws and refuses text that is not an address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isPublic = isPublicAddress(text)
        if (addressBytes(text) === null) expect(isPublic).toBe(false)
      }),
    )
  })

  test('isPublicAddress refuses a private IPv4 address inside an IPv6 address', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(octet, octet, octet, (b, c, d) => {
        const hex = `${((10 << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        for (const carrier of [`::ffff:${hex}`, `::${hex}`, `64:ff9b::${hex}`, `2002:${hex}::`])
          expect(isPublicAddress(carrier)).toBe(false)
      }),
    )
  })
})

const refusedHosts: readonly [host: string, reason: string][] = [
  ['localhost', 'is a single label'],
  ['localhost.', 'is a single label'],
  ['printer.local', 'is a local name'],
  ['metadata.google.internal', 'is a local name'],
  ['1.0.0.127.in-addr.arpa', 'is a local name'],
  ['facebookcorewwwi.onion', 'is a local name'],
  ['api.localhost', 'is a local name'],
  ['127.0.0.1', 'is an IP address'],
  ['2130706433', 'is an IP address'],
  ['0x7f.1', 'is an IP address'],
  ['[::1]', 'is an IP address'],
  ['10.0.0.example.1', 'is an IP address'],
  ['ep-cool-1234.eu-central-1.aws.neon.tech', 'is a service host'],
  ['us1-cache.upstash.io', 'is a service host'],
  ['account.r2.cloudflarestorage.com', 'is a service host'],
  ['service.workers.dev', 'is a service host'],
  ['api.attribution.example', 'is a service host'],
  ['', 'is not a host name'],
  ['a..b', 'is not a host name'],
  ['-a.example', 'is not a host name'],
  ['a b.example', 'is not a host name'],
]

describe('publicHostName', () => {
  test.each(refusedHosts)('publicHostName refuses %j because it %s', (host, reason) => {
    expect(publicHostName(host, ['attribution.example'])).toEqual({ ok: false, reason })
  })

  test('publicHostName returns a public name in lower case without the final dot', () => {
    expect(publicHostName('WWW.Example.COM.')).toEqual({ ok: true, name: 'www.example.com' })
  })

  test('publicHostName refuses every name that the URL standard parses as an IP address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: false }), fc.nat(), (url, number) => {
        for (const host of [new URL(url).hostname, String(number), `0x${number.toString(16)}`]) {
          const verdict = publicHostName(host)
          if (verdict.ok)
            expect(addressBytes(new URL(`http://${verdict.name}/`).hostname)).toBeNull()
        }
      }),
    )
  })
})
