import { describe, expect, test } from 'vitest'
import { readZone, shownNames } from './zone-text.ts'

const SOA =
  'com.\t900\tin\tsoa\ta.gtld-servers.net. nstld.verisign-grs.com. 1764280000 1800 900 604800 86400\n'

/** Names in a text of the zone com, read whole and in pieces of every small size. */
function namesIn(text: string): string[] {
  const whole = shownNames(readZone('com', text).names)
  for (const size of [1, 2, 3, 7, 20]) {
    const inPieces = shownNames(readZone('com', text, size).names)
    expect(inPieces, `pieces of ${size} characters`).toEqual(whole)
  }
  return whole
}

describe('a zone file', () => {
  test('gives its serial number, and says if the apex has name servers', () => {
    const { serial, hasNameServers, names } = readZone(
      'com',
      `${SOA}com.\t172800\tin\tns\ta.gtld-servers.net.\n`,
    )
    expect([serial, hasNameServers, names]).toEqual([1764280000, true, []])
    expect(readZone('com', 'example.com. 900 in ns ns1.example.net.\n')).toMatchObject({
      serial: null,
      hasNameServers: false,
    })
  })

  test.each([
    [
      'a SOA over several lines',
      'com. IN SOA a.b. c.d. ( ; the mail (box)\n 7 ; serial\n 1 2\n 3 4 )\nx NS a.b.\n',
    ],
    ['a SOA without a TTL', '@ SOA a.b. c.d. 7 1 2 3 4\nx NS a.b.\n'],
    ['a SOA of a blank owner', '\tIN SOA a.b. c.d. 7 1 2 3 4\nx NS a.b.\n'],
    ['a SOA in capitals', 'COM. 900 IN SOA A.B. C.D. 7 1 2 3 4\r\nX NS A.B.\r\n'],
  ])('%s is read', (_, text) => {
    for (const size of [1, 5, text.length])
      expect(readZone('com', text, size)).toMatchObject({
        serial: 7,
        names: [{ label: 'x', nameServers: 'a.b' }],
      })
  })

  test('gives the name servers of each name in order, each once', () => {
    expect(
      namesIn(
        'b.com. 172800 in ns ns2.host.net.\nb.com. 172800 in ns ns1.host.net.\nb.com. 172800 in ns ns2.host.net.\na.com.\t172800\tin\tns\tns.a.com.\n',
      ),
    ).toEqual(['b: ns1.host.net ns2.host.net', 'a: ns.a.com'])
  })

  test.each([
    ['relative names in capitals', 'EXAMPLE NS NS1.HOST\nEXAMPLE NS NS2.HOST.NET.'],
    [
      'TTL and class in either order',
      'example IN 1h NS ns1.host.com.\nexample 60 IN NS ns2.host.net.',
    ],
    ['a class without a TTL', 'example in ns ns1.host.com.\nexample ns ns2.host.net.'],
    ['a blank owner', 'example.com. NS ns1.host.com.\n\tNS ns2.host.net.'],
    [
      'many blanks',
      'example.com.  \t 60\t\tin  ns \tns1.host.com.  \t\nexample.com. ns ns2.host.net.',
    ],
    ['line ends of Windows', 'example.com. NS ns1.host.com.\r\n\r\n NS ns2.host.net.\r\n'],
    ['comments', '; NS a.b.\n\n   ; c\nexample NS ns1.host.com.;d\nexample NS ns2.host.net. ; (e'],
    [
      'an origin',
      '$ORIGIN host.net.\n$TTL 60\nexample.com. NS ns2\n$ORIGIN com.\nexample NS ns1.host',
    ],
    ['an origin relative to the last', '$ORIGIN host\nexample.com. NS ns1\n NS ns2.host.net.'],
    ['parentheses', 'example ( ; c )\n 60 in\n\tns ) ns1.host.com. \nexample NS ( ns2.host.net. )'],
    [
      'a glue record in between',
      'example NS ns1.host\nns1.host A 192.0.2.1\nexample NS ns2.host.net.',
    ],
    ['a DS record in between', 'example NS ns1.host\n DS 1 8 2 ( 0A\n 0B )\n NS ns2.host.net.'],
    ['no line end', 'example NS ns1.host.com.\nexample NS ns2.host.net.'],
  ])('%s changes nothing', (_, text) => {
    expect(namesIn(text)).toEqual(['example: ns1.host.com ns2.host.net'])
  })

  test.each([
    ['the apex', 'com. NS a.gtld-servers.net.\n@ NS b.gtld-servers.net.'],
    ['a deeper name', 'deep.example.com. NS ns.host.net.\nother.co NS ns.host.net.'],
    ['a name of another zone', 'example.net. NS ns.host.net.\ncom.net. NS ns.host.net.'],
    ['a name that only ends alike', 'telecom. NS ns.host.net.\nexample.telecom. NS ns.host.net.'],
    ['glue', 'ns1.example.com. 172800 in a 192.0.2.1\nns1.example.com. in aaaa 2001:db8::1'],
    [
      'signatures',
      'example RRSIG NS 8 2 172800 20261201 20261124 1 com. AbC=\nck0p.com. NSEC3 1 1 0 - CK0Q NS SOA',
    ],
    ['a text with a parenthesis', String.raw`com. TXT "a ( ; \" (" b`],
    ['an escaped dot', String.raw`a\.b.com. NS ns.host.net.`],
  ])('%s is no name', (_, text) => {
    expect(namesIn(`${text}\nlast NS a.b.\n`)).toEqual(['last: a.b'])
  })

  test('keeps Punycode, and a zone of several labels', () => {
    expect(namesIn('XN--BCHER-KVA.COM. NS ns.host.net.\n')).toEqual(['xn--bcher-kva: ns.host.net'])
    const { names } = readZone('co.uk', 'a.co.uk. NS b.c.\nd NS e\nuk. NS f.g.\nh.uk. NS i.j.\n')
    expect(shownNames(names)).toEqual(['a: b.c', 'd: e.co.uk'])
  })

  test.each([
    ['an NS record without a server', 'a NS b.\na NS\n', 'Line 2: an NS record names no server.'],
    ['an unknown directive', '$INCLUDE other.txt\n', 'Line 1: $include is not supported.'],
    ['a SOA without a serial', 'a NS b.\n\n@ SOA a. b.\n', 'Line 3: the SOA has no serial number.'],
    ['an open parenthesis', 'a NS b.\n@ SOA a. b. (\n 1 2', 'Line 2: a parenthesis is not closed.'],
    ['a file without line ends', 'a'.repeat(70_000), 'Line 1: the record is too long.'],
  ])('%s is refused with its line', (_, text, message) => {
    for (const size of [1_000, text.length])
      expect(() => readZone('com', text, size)).toThrow(message)
  })
})
