import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAdsTxt } from '../../../../shared/attribution/collectors/site-files/ads-txt.ts'
import { parseAppLinks } from '../../../../shared/attribution/collectors/site-files/app-links.ts'
import { faviconHash } from '../../../../shared/attribution/collectors/site-files/favicon-hash.ts'
import { parseRelatedWebsiteSet } from '../../../../shared/attribution/collectors/site-files/related-website-set.ts'
import { parseSecurityTxt } from '../../../../shared/attribution/collectors/site-files/security-txt.ts'
import { sellersFor } from '../../../../shared/attribution/collectors/site-files/sellers-json.ts'
import { parseTrustTxt } from '../../../../shared/attribution/collectors/site-files/trust-txt.ts'
import { propertyRuns } from '../../../property-runs.ts'

const ERROR_PAGE = '<!doctype html><html><body>ads.txt OWNERDOMAIN=evil.example</body></html>'

describe('ads.txt', () => {
  test('ads.txt gives the owner, the managers and the ids of direct sellers', () => {
    const file = parseAdsTxt(
      '\ufeff# ads.txt\r\nOwnerDomain=www.Kork.co.uk\nMANAGERDOMAIN=freestar.com, US\nCONTACT=adops@kork.co.uk\nappnexus.com, 4881, DIRECT, f5ab79cb980f11d1 # display\nlijit.com,888696,RESELLER\ngoogle.com, pub-0472263706529420, direct\nnonsense\n',
    )
    expect(file).toEqual({
      owner_domain: 'kork.co.uk',
      manager_domains: ['freestar.com'],
      contacts: ['adops@kork.co.uk'],
      direct: [
        { system: 'appnexus.com', seller_id: '4881' },
        { system: 'google.com', seller_id: 'pub-0472263706529420' },
      ],
    })
  })

  test.each([ERROR_PAGE, '', 'Not found', '{"error":404}'])('%j is not an ads.txt file', (text) => {
    expect(parseAdsTxt(text)).toBeNull()
  })
})

describe('sellers.json', () => {
  const entry =
    '{"seller_id":"B-1","name":"Kork GmbH","domain":"www.kork.example","seller_type":"publisher","is_confidential":0}'
  const seller = {
    system: 'ads.example',
    seller_id: 'B-1',
    name: 'Kork GmbH',
    domain: 'kork.example',
    seller_type: 'PUBLISHER',
    confidential: false,
  }

  test('sellers.json gives the entry of a seller id', () => {
    expect(
      sellersFor(`{"sellers":[{"seller_id":"B-10","name":"Else"},${entry}]}`, 'ads.example', [
        'B-1',
        'B-9',
      ]),
    ).toEqual([seller])
  })

  test('a seller entry is found in a truncated or partly malformed file', () => {
    expect(
      sellersFor(`{"sellers":[{"seller_id":"X",,},${entry},{"seller_id":"B-2","na`, 'ads.example', [
        'B-1',
        'B-2',
      ]),
    ).toEqual([seller])
  })

  test('a numeric seller id is read, and a confidential entry is marked', () => {
    const text = '{"sellers":[{"seller_id": 4881, "is_confidential": 1, "seller_type": "BOTH"}]}'
    expect(sellersFor(text, 'ads.example', ['4881'])).toEqual([
      {
        system: 'ads.example',
        seller_id: '4881',
        name: null,
        domain: null,
        seller_type: 'BOTH',
        confidential: true,
      },
    ])
  })
})

test('security.txt gives contacts and policies, and is ignored without a contact', () => {
  expect(
    parseSecurityTxt(
      '-----BEGIN PGP SIGNED MESSAGE-----\nContact: mailto:security@kork.example\nPolicy: https://kork.example/policy\nExpires: 2027-01-01T00:00:00Z',
    ),
  ).toEqual({
    contacts: ['mailto:security@kork.example'],
    policies: ['https://kork.example/policy'],
  })
  expect(parseSecurityTxt('Policy: https://kork.example/')).toBeNull()
  expect(parseSecurityTxt(ERROR_PAGE)).toBeNull()
})

test('trust.txt gives relations as host names', () => {
  expect(
    parseTrustTxt(
      '# trust\nbelongto=https://journallist.net/\ncontrolledby=https://www.kupfer.example/\ncontrol=tamarack.example\nsocial=https://x.com/kork',
    ),
  ).toEqual({
    controlled_by: ['kupfer.example'],
    control: ['tamarack.example'],
    belong_to: ['journallist.net'],
    member: [],
  })
  expect(parseTrustTxt(ERROR_PAGE)).toBeNull()
})

test('a related website set gives its primary and members, from the file of the primary or of a member', () => {
  expect(
    parseRelatedWebsiteSet(
      '{"primary":"https://kork.example","associatedSites":["https://kupfer.example"],"ccTLDs":{"https://kork.example":["https://kork.de.example"]}}',
    ),
  ).toEqual({
    primary: 'kork.example',
    members: ['kupfer.example', 'kork.de.example'],
  })
  expect(parseRelatedWebsiteSet('{"primary":"https://kork.example"}')).toEqual({
    primary: 'kork.example',
    members: [],
  })
  expect(parseRelatedWebsiteSet(ERROR_PAGE)).toBeNull()
})

test('app links give packages, fingerprints and team ids', () => {
  const fingerprint = Array.from({ length: 32 }, () => 'aB').join(':')
  const android = JSON.stringify([
    {
      relation: ['x'],
      target: {
        namespace: 'android_app',
        package_name: 'example.kork.app',
        sha256_cert_fingerprints: [fingerprint],
      },
    },
  ])
  const apple = JSON.stringify({
    applinks: { details: [{ appID: '9JA89QQLNQ.example.kork', paths: ['*'] }] },
  })
  expect(parseAppLinks(android, apple)).toEqual({
    android_packages: ['example.kork.app'],
    android_certificates: [fingerprint.toUpperCase()],
    apple_team_ids: ['9JA89QQLNQ'],
  })
  expect(parseAppLinks(null, 'not json')).toBeNull()
})

test('no content of a site file makes a parser throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const parse of [parseAdsTxt, parseSecurityTxt, parseTrustTxt, parseRelatedWebsiteSet])
        parse(text)
      parseAppLinks(text, text)
      sellersFor(text, 'ads.example', ['1', text.slice(0, 5)])
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each([
  ['', '0'],
  ['hello', '1155597304'],
  ['a'.repeat(100), '392384712'],
])('the favicon hash of %j is %s', (text, hash) => {
  expect(faviconHash(new TextEncoder().encode(text))).toBe(hash)
})
