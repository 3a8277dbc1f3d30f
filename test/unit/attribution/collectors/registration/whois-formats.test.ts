import { describe, expect, test } from 'vitest'
import {
  parseWhois,
  referralOf,
} from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'
import * as answers from './answers.ts'

interface Told {
  organization: string | null
  name: string | null
  country: string | null
  registrar: string | null
  nameServers: string[]
  created: string | null
  updated: string | null
  expires: string | null
}

function read(domain: string, answer: string): Told {
  const record = parseWhois(domain, 'whois.example.net', answer)
  expect(record.outcome).toBe('registered')
  return {
    organization: record.registrant.organization,
    name: record.registrant.name,
    country: record.registrant.country,
    registrar: record.registrar.name,
    nameServers: record.name_servers,
    created: record.created_at,
    updated: record.updated_at,
    expires: record.expires_at,
  }
}

function told(
  organization: string | null,
  registrar: string | null,
  nameServers: string[],
  rest: Partial<Told> = {},
): Told {
  return {
    organization,
    name: null,
    country: null,
    registrar,
    nameServers,
    created: null,
    updated: null,
    expires: null,
    ...rest,
  }
}

const formats: [format: string, domain: string, answer: string, expected: Told][] = [
  [
    'labels of the ICANN profile',
    'tealharbour.com',
    answers.ICANN_ANSWER,
    told(
      'Teal Harbour Outfitters, Inc.',
      'Ledgerstone Names, LLC',
      ['ns1.tealharbour.com', 'ns2.tealharbour.com'],
      {
        country: 'US',
        created: '2011-06-07T19:23:48Z',
        updated: '2025-03-02T10:11:12Z',
        expires: '2031-06-07T19:23:48Z',
      },
    ),
  ],
  [
    'objects joined by handles',
    'birkenhof.at',
    answers.HANDLE_ANSWER,
    told('Birkenhof Gartenbau GmbH', null, ['ns1.birkenhof.at', 'ns2.birkenhof.at'], {
      name: 'Anna Muster',
      country: 'AT',
      updated: '2020-03-15T14:41:55Z',
    }),
  ],
  [
    'objects whose handle is their first label',
    'modryvrch.cz',
    answers.CONTACT_OBJECT_ANSWER,
    told('Modrý vrch s.r.o.', 'REG-SVETLO', ['ns1.modryvrch.cz', 'ns2.modryvrch.cz'], {
      name: 'Jan Novák',
      created: '2010-07-21T15:21:00Z',
      updated: '2021-05-18T23:28:45Z',
      expires: '2030-07-22T00:00:00Z',
    }),
  ],
  [
    'objects whose contact is a name',
    'lamaisonbleue.fr',
    answers.AFNIC_ANSWER,
    told('La Maison Bleue SARL', 'CLOCHER DOMAINES', ['ns1.clocher.net', 'ns2.clocher.net'], {
      country: 'FR',
      created: '2009-12-22T23:00:00Z',
      updated: '2024-05-05T08:38:28Z',
      expires: '2030-05-05T08:07:09Z',
    }),
  ],
  [
    'headings with indented lines',
    'fernmoss.co.uk',
    answers.BLOCK_ANSWER,
    told(
      'Fernmoss Ceramics Ltd',
      'Oxbow Hosting Ltd t/a Oxbow',
      ['ns1.oxbow.net', 'ns2.oxbow.net'],
      {
        created: '1996-08-01T00:00:00Z',
        updated: '2023-10-23T00:00:00Z',
        expires: '2030-12-05T00:00:00Z',
      },
    ),
  ],
  [
    'headings without a colon and indented labels',
    'officinaverde.it',
    answers.SECTION_ANSWER,
    told(
      'Officina Verde S.r.l.',
      'Registro Alpino S.p.a.',
      ['ns1.officinaverde.it', 'ns2.officinaverde.it'],
      {
        created: '2008-08-28T09:00:00Z',
        updated: '2024-09-13T00:43:43Z',
        expires: '2030-08-28T00:00:00Z',
      },
    ),
  ],
  [
    'headings with labels that are not indented',
    'kuldleht.ee',
    answers.FLAT_SECTION_ANSWER,
    told('Kuldleht OÜ', 'Põhja Domeenid AS', ['ns1.kuldleht.ee', 'ns2.kuldleht.ee'], {
      country: 'EE',
      created: '2010-08-10T16:43:38+03:00',
      updated: '2023-11-29T13:32:16+02:00',
      expires: '2030-02-04T00:00:00Z',
    }),
  ],
  [
    'labels filled up with dots',
    'koivuranta.fi',
    answers.DOTTED_ANSWER,
    told('Koivuranta Oy', 'Pohjoinen Verkko Oy', ['ns1.koivuranta.fi', 'ns2.koivuranta.fi'], {
      country: 'FI',
      created: '2015-12-15T09:48:01Z',
      updated: '2024-02-19T00:00:00Z',
      expires: '2030-12-15T09:37:54Z',
    }),
  ],
  [
    'labels in brackets',
    'aoba-kikai.co.jp',
    answers.BRACKET_ANSWER,
    told('Aoba Kikai Co.,Ltd.', null, ['ns1.aoba-kikai.co.jp', 'ns2.aoba-kikai.co.jp'], {
      created: '2001-03-22T00:00:00Z',
      updated: '2025-04-01T01:05:57+09:00',
      expires: '2030-03-31T00:00:00Z',
    }),
  ],
  [
    'Japanese labels in brackets',
    'aoba-kikai.co.jp',
    answers.BRACKET_JAPANESE_ANSWER,
    told('株式会社青葉機械', null, ['ns1.aoba-kikai.co.jp'], {
      created: '2001-03-22T00:00:00Z',
      updated: '2025-04-01T01:05:57+09:00',
      expires: '2030-03-31T00:00:00Z',
    }),
  ],
  [
    'headings behind stars',
    'denizyildizi.com.tr',
    answers.STARRED_ANSWER,
    told(
      'Deniz Yıldızı Turizm A.Ş.',
      'Kuzey Alan Adları Ltd',
      ['ns1.denizyildizi.com.tr', 'ns2.denizyildizi.com.tr'],
      {
        created: '2001-08-23T00:00:00Z',
        expires: '2030-08-22T00:00:00Z',
      },
    ),
  ],
  [
    'a registrant beside a contact',
    'wattlecreek.com.au',
    answers.AUSTRALIAN_ANSWER,
    told(
      'Wattle Creek Vineyards Pty Ltd',
      'Billabong Domains Pty Ltd',
      ['ns1.wattlecreek.com.au', 'ns2.wattlecreek.com.au'],
      {
        updated: '2024-04-03T10:14:52Z',
      },
    ),
  ],
  [
    'the same twice, in two languages',
    'haneulsoft.kr',
    answers.BILINGUAL_ANSWER,
    told('Haneul Soft Inc.', 'Bada Domain Corp.', ['ns1.haneulsoft.kr', 'ns2.haneulsoft.kr'], {
      created: '2007-03-02T00:00:00Z',
      updated: '2020-10-04T00:00:00Z',
      expires: '2030-03-02T00:00:00Z',
    }),
  ],
  [
    'an owner and a responsible person',
    'ipeverde.com.br',
    answers.BRAZILIAN_ANSWER,
    told('Ipê Verde Comércio Ltda', null, ['ns1.ipeverde.com.br', 'ns2.ipeverde.com.br'], {
      country: 'BR',
      created: '2009-05-18T00:00:00Z',
      updated: '2024-08-29T00:00:00Z',
      expires: '2030-05-18T00:00:00Z',
    }),
  ],
  [
    'an organisation in the domain object',
    'kedr-torg.ru',
    answers.RUSSIAN_ANSWER,
    told('OOO Kedr Torg', 'SEVER-RU', ['ns1.kedr-torg.ru', 'ns2.kedr-torg.ru'], {
      created: '2007-09-23T09:45:07Z',
      expires: '2030-09-30T21:00:00Z',
    }),
  ],
  [
    'objects that begin with their role',
    'zelenyhaj.sk',
    answers.SLOVAK_ANSWER,
    told('Zelený háj, s.r.o.', 'Tatranské domény, s.r.o.', ['ns1.zelenyhaj.sk'], {
      country: 'SK',
      created: '2004-05-21T00:00:00Z',
      updated: '2024-03-21T00:00:00Z',
      expires: '2030-04-24T00:00:00Z',
    }),
  ],
  [
    'headings written as comments',
    'sonyashnyk.com.ua',
    answers.COMMENTED_SECTIONS_ANSWER,
    told('ТОВ "Соняшник"', 'Lan Domains LLC', ['ns1.sonyashnyk.com.ua'], {
      name: 'Іван Петренко',
      country: 'UA',
      created: '2011-07-21T18:03:50+03:00',
      expires: '2030-07-21T18:03:50+03:00',
    }),
  ],
  [
    'blocks in Spanish',
    'cacaodelsur.com.ve',
    answers.SPANISH_BLOCK_ANSWER,
    told('Cacao del Sur C.A.', null, ['ns1.cacaodelsur.com.ve', 'ns2.cacaodelsur.com.ve'], {
      created: '2010-10-27T12:23:43Z',
      updated: '2024-06-08T21:54:41Z',
      expires: '2030-10-27T12:23:43Z',
    }),
  ],
  [
    'a block with a name in two scripts and a contact person',
    'qingshan.com.tw',
    answers.TAIWANESE_ANSWER,
    told(
      'Qingshan Technology Ltd.',
      'FORMOSA NAMES',
      ['ns1.qingshan.com.tw', 'ns2.qingshan.com.tw'],
      {
        name: 'Lin Mei',
        created: '2010-08-13T23:16:40+08:00',
        expires: '2030-08-13T00:00:00+08:00',
      },
    ),
  ],
  [
    'columns without a colon',
    'starytatry.sk',
    answers.COLUMNS_ANSWER,
    told(null, null, ['ns1.starytatry.sk', 'ns2.starytatry.sk'], {
      updated: '2010-06-28T00:00:00Z',
      expires: '2011-07-23T00:00:00Z',
    }),
  ],
  [
    'YAML',
    'cabinet-marin.chirurgiens.fr',
    answers.YAML_ANSWER,
    told(
      'Cabinet Marin SELARL',
      'Petit Registre',
      ['ns1.cabinet-marin.net', 'ns2.cabinet-marin.net'],
      {
        name: 'Claire Marin',
        created: '2011-01-13T15:45:18+01:00',
        expires: '2030-01-13T15:45:18+01:00',
      },
    ),
  ],
  [
    'several domains that begin alike',
    'lagune.bj',
    answers.PREFIX_MATCH_ANSWER,
    told('LAGUNE TEXTILES SARL', null, ['ns1.lagune.bj'], { created: '2009-03-25T01:57:22-07:00' }),
  ],
  [
    'blocks of an older registrar',
    'lanternbakery.com',
    answers.OLD_REGISTRAR_ANSWER,
    told(
      'Lantern Bakery Co.',
      'SUNFLOWER NAMES',
      ['dns1.lanternbakery.com', 'dns2.lanternbakery.com'],
      {
        name: 'Jo Miller',
        created: '2005-08-20T19:25:00Z',
        expires: '2030-08-20T19:25:00Z',
      },
    ),
  ],
]

test.each(formats)('a WHOIS record is read from %s', (_, domain, answer, expected) => {
  expect(read(domain, answer)).toEqual(expected)
})

describe('a record in the ICANN profile', () => {
  const record = parseWhois('TealHarbour.com', 'whois.example.net', answers.ICANN_ANSWER)

  test('all other fields of the registration are read', () => {
    expect(record).toMatchObject({
      domain: 'tealharbour.com',
      registrar: { iana_id: '9991', url: 'http://www.ledgerstone-names.com' },
      registrant: { email_domain: 'tealharbour.com' },
      statuses: ['clientTransferProhibited'],
      privacy: 'none',
      dnssec: true,
      source: 'whois',
      servers: ['whois.example.net'],
    })
  })

  test('the WHOIS server of the registrar is read', () => {
    expect(referralOf(answers.ICANN_ANSWER)).toBe('whois.ledgerstone-names.com')
  })
})

test.each([
  ['EURL Colibri Informatique', 'EURL Colibri Informatique'],
  ['ЖШС Алатау Құрылыс', 'ЖШС Алатау Құрылыс'],
  ['KARVON SAVDO MCHJ', 'KARVON SAVDO MCHJ'],
  ['ANA MARIA SILVA', null],
  ['Ad Jansen', null],
])('the unlabelled holder "%s" gives the organisation %s', (holder, organization) => {
  const record = parseWhois(
    'sample.example',
    'whois.example.net',
    `Domain: sample.example\nRegistrant: ${holder}\n`,
  )
  expect(record.registrant).toMatchObject(
    organization === null ? { organization, name: holder } : { organization },
  )
})

test.each([
  ['Kobalt, S. de R.L. de C.V.', 'Kobalt, S. de R.L. de C.V.'],
  ['Visit Kobalt r.f.', 'Visit Kobalt r.f.'],
  ['Kobalt Company K.S.C.P.', 'Kobalt Company K.S.C.P.'],
  ['Ministério das Finanças', 'Ministério das Finanças'],
  ['Ayuntamiento de Kobalt', 'Ayuntamiento de Kobalt'],
  ['Kobalt I.P.', null],
])('the holder "%s" in a name field gives the organisation %s', (holder, organization) => {
  const record = parseWhois(
    'sample.example',
    'whois.example.net',
    `Domain: sample.example\nRegistrant Name: ${holder}\n`,
  )
  expect(record.registrant.organization).toBe(organization)
})

test.each(['Individual Person', 'Non-disclosed', 'Masqué'])(
  'the holder "%s" counts as redacted',
  (holder) => {
    const answer = `Domain: sample.example\nRegistrant: ${holder}\nDNS: ns1.sample.example\n`
    expect(parseWhois('sample.example', 'whois.example.net', answer)).toMatchObject({
      privacy: 'redacted',
      registrant: { organization: null, name: null },
    })
  },
)

test('the registered company ranks above the business name in the eligibility fields', () => {
  const answer =
    'Domain Name: kobalt.com.au\nRegistrant Contact Name: Ada Lind\nRegistrant: LIND & SONS PTY LTD\nEligibility Type: Registered Business\nEligibility Name: KOBALT PLUMBING\n'
  expect(parseWhois('kobalt.com.au', 'whois.auda.org.au', answer).registrant).toMatchObject({
    organization: 'LIND & SONS PTY LTD',
    name: 'Ada Lind',
  })
})

test('dots after a colon are not part of the value', () => {
  const answer =
    'Domain: .............kobalt.tg\nActivation: .........2012-03-04\nRegistrar: ..........CAFE KOBALT\n\nName Server (DB): ...ns1.kobalt.tg\n'
  expect(parseWhois('kobalt.tg', 'whois.nic.tg', answer)).toMatchObject({
    registrar: { name: 'CAFE KOBALT' },
    name_servers: ['ns1.kobalt.tg'],
    created_at: '2012-03-04T00:00:00Z',
  })
})

test.each([
  ['Fecha de corte: 2027-07-02', { expires_at: '2027-07-02T00:00:00Z' }],
  [
    'Primary NS: ns1.kobalt.net\nSecondary NS: ns2.kobalt.net',
    { name_servers: ['ns1.kobalt.net', 'ns2.kobalt.net'] },
  ],
  [
    'DNS Hostnames: ns1.kobalt.net, ns2.kobalt.net',
    { name_servers: ['ns1.kobalt.net', 'ns2.kobalt.net'] },
  ],
  ['State / Province: Kent', { statuses: [] }],
  [
    'ORGANISME..........: Kobalt Telecom SPA',
    { registrant: { organization: 'Kobalt Telecom SPA' } },
  ],
])('the label in "%s" is known', (line, expected) => {
  const answer = `Domain: sample.example\nRegistrar: Kobalt Names\n${line}\n`
  expect(parseWhois('sample.example', 'whois.example.net', answer)).toMatchObject(expected)
})

test("the registry's id after a registrar's name is removed", () => {
  const answer =
    'Domain Name:\n    sample.example\n\nRegistrar:\n    Baobab Names (Pty) Ltd [ ID = BAOBAB ]\n'
  expect(parseWhois('sample.example', 'whois.example.net', answer).registrar.name).toBe(
    'Baobab Names (Pty) Ltd',
  )
})

test('a handle without its object gives a redacted registrant', () => {
  const record = parseWhois(
    'lillsjon.se',
    'whois.iis.se',
    'domain: lillsjon.se\nholder: abcdef1234-00001\ncreated: 2008-10-20\n',
  )
  expect(record.registrant).toEqual({
    organization: null,
    name: null,
    country: null,
    email_domain: null,
  })
  expect(record.privacy).toBe('redacted')
})

test('a holder who chose to be anonymous is a redacted registrant', () => {
  const answer =
    'domain: x-y.fr\nholder-c: ANO00-FRNIC\nregistrar: CLOCHER\n\nnic-hdl: ANO00-FRNIC\ntype: PERSON\ncontact: Ano Nymous\nanonymous: YES\n'
  expect(parseWhois('x-y.fr', 'whois.nic.fr', answer)).toMatchObject({
    privacy: 'redacted',
    registrant: { name: null },
  })
})

const parties: [party: string, answer: string, organization: string | null, name: string | null][] =
  [
    [
      'the registrar as the registrant',
      'Registrar: Kork Hosting AG\nRegistrant Organization: Kork Hosting AG\nRegistrant Name: Kork Hosting AG',
      'Kork Hosting AG',
      null,
    ],
    [
      'a corporate registrar as the registrant',
      'Registrar: Kork Hosting AG\nRegistrant Organization: MarkMonitor Inc.\nRegistrant Name: Lina Berg',
      'MarkMonitor Inc.',
      'Lina Berg',
    ],
    [
      'an unfinished holder',
      'holder: Society for the Care of\n        Old Looms e.V.\naddress: Hafen Road',
      'Society for the Care of Old Looms e.V.',
      null,
    ],
    [
      'a person above a town',
      'holder: Lina Berg\n        Lindau\naddress: Hafen Road',
      null,
      'Lina Berg',
    ],
    [
      'a name in two scripts',
      'f. [組織名]   北浜織物株式会社\ng. [Organization]   Kitahama Looms Co., Ltd.',
      'Kitahama Looms Co., Ltd.',
      null,
    ],
    [
      'a person above an address',
      'Registrant:\n   Lina Berg\n   12 Hafen Road\n   3000 Lindau',
      null,
      'Lina Berg',
    ],
    [
      'a person below a placeholder',
      'Registrant:\n   not.defined.\n   Lina Berg\t(info [at] kobalt.net)\n   Hafen str., 12 B',
      null,
      'Lina Berg',
    ],
    [
      'a placeholder above an address',
      'Registrant:\n   N/A\n   12 Hafen Road\n   Lindau',
      null,
      null,
    ],
    [
      'a company with a number below a person',
      'Registrant:\n   Lina Berg\n   Studio 12 GmbH\n   Hafen Road',
      'Studio 12 GmbH',
      'Lina Berg',
    ],
    [
      'a company that starts with a number',
      'Registrant:\n   7Kork srl\n   12 Hafen Road',
      '7Kork srl',
      null,
    ],
    [
      'an address after an empty name',
      'Registrant:\nName:\nAddress:\n\n\t12 Hafen Road\n\tLindau',
      null,
      null,
    ],
    [
      'an address that continues after a colon',
      'Registrant:\nAddress:\n\tBP: 123\n\tHafen Road',
      null,
      null,
    ],
    [
      'a bilingual heading',
      'Titular / Registrant\n   Kork - Redes, S.A.\n   Rua Nova, 12',
      'Kork - Redes, S.A.',
      null,
    ],
    [
      'a handle above its lines',
      'g [Registrant Code]     KORK4.ORG\n  Kork Sdn. Bhd.\n  12, Jalan Lama',
      'Kork Sdn. Bhd.',
      null,
    ],
  ]

test.each(parties)(
  'the registrant is read from a record with %s',
  (_, answer, organization, name) => {
    const record = parseWhois(
      'kobalt.net',
      'whois.example.net',
      `Domain Name: kobalt.net\n\n${answer}\n`,
    )
    expect(record.registrant).toMatchObject({ organization, name })
    expect(record.privacy).toBe(organization === null && name === null ? 'absent' : 'none')
  },
)

const charsets: [charset: string, domain: string, bytes: number[], name: string][] = [
  ['UTF-8', 'ipe.br', [0x49, 0x70, 0xc3, 0xaa], 'Ipê'],
  ['windows-1252', 'ipe.br', [0x49, 0x70, 0xea], 'Ipê'],
  ['EUC-JP', 'aoba.jp', [0xc0, 0xc4, 0xcd, 0xd5, 0xb5, 0xa1, 0xb3, 0xa3], '青葉機械'],
  ['ISO-2022-JP', 'aoba.jp', [0x1b, 0x24, 0x42, 0x40, 0x44, 0x4d, 0x55, 0x1b, 0x28, 0x42], '青葉'],
  ['EUC-KR', 'haneul.kr', [0xc7, 0xcf, 0xb4, 0xc3], '하늘'],
  ['KOI8-R', 'kedr.ru', [0xeb, 0xc5, 0xc4, 0xd2], 'Кедр'],
  ['windows-1251', 'kedr.ru', [0xca, 0xe5, 0xe4, 0xf0], 'Кедр'],
  ['windows-1254', 'yildiz.tr', [0x59, 0xfd, 0x6c, 0x64, 0xfd, 0x7a], 'Yıldız'],
]

test.each(charsets)('a name in the character set %s is decoded', (_, domain, bytes, name) => {
  const [before, after] = ['Registrant Name: ', '\nCreated: 2001-01-01\n'].map((text) =>
    new TextEncoder().encode(text),
  )
  const answer = new Uint8Array([...(before ?? []), ...bytes, ...(after ?? [])])
  expect(parseWhois(domain, 'whois.example.net', answer).registrant.name).toBe(name)
})

describe('the registrant that a record states', () => {
  const partyIn = (domain: string, answer: string) => {
    const { registrant, registrar } = parseWhois(domain, 'whois.example.net', answer)
    return [registrant.organization, registrant.name, registrar.name]
  }

  test.each([
    '1&1 Internet AG',
    'GoDaddy.com, LLC',
    'OVH SAS',
    'Hetzner Online GmbH',
    'MarkMonitor Inc.',
  ])('%s stays the registrant, although it is the registrar or host', (company) => {
    const labels = `Domain Name:SCHLUND.INFO\nSponsoring Registrar:${company}\nRegistrant Organization:${company}\n`
    expect(partyIn('schlund.info', labels)).toEqual([company, null, company])
    const block = `Domain: schlund.info\nRegistrar: ${company}\n\nRegistrant:\n    ${company}\n    Elgendorfer Str. 57\n`
    expect(partyIn('schlund.info', block)).toEqual([company, null, company])
  })

  const cm = (party: string) =>
    `Domain Information\nQuery: kupferhof.cm\nStatus: Active\n\nRegistrar Information\nRegistrar Name: Netcom\n\n\nRegistrant:\n${party}\n\nAdmin Contact:\nName: Somebody Else\n`
  const uz = (...party: string[]) =>
    `   Domain Name: KUPFERHOF.UZ\n   Registrar: UZINFOCOM\n   Status: ACTIVE\n\nRegistrant:\n${party.map((line) => `    ${line}\n`).join('')}\nCreation Date: 01-May-2005\n`

  test.each<
    [
      title: string,
      domain: string,
      answer: string,
      organization: string | null,
      name: string | null,
    ]
  >([
    [
      '.cm',
      'kupferhof.cm',
      cm('Name: \nAddress:\n\tBayshore Pkwy\n\tMountain View, CA\n\tUS'),
      null,
      null,
    ],
    [
      '.cm',
      'kupferhof.cm',
      cm('Name: Kupferhof SARL\nAddress:\n\tRue Messa 3'),
      'Kupferhof SARL',
      null,
    ],
    [
      '.uz',
      'kupferhof.uz',
      uz('not.defined.', 'A.Navoi str.', 'Tashkent', 'Uzbekistan, 100011'),
      null,
      null,
    ],
    ['.uz', 'kupferhof.uz', uz('not.defined.', 'A.Navoi str., 28 B', 'Tashkent', 'UZ'), null, null],
    [
      '.uz',
      'kupferhof.uz',
      uz('not.defined.', 'not.defined. (not.defined.)', 'Tashkent', 'UZ'),
      null,
      null,
    ],
    [
      '.uz',
      'kupferhof.uz',
      uz('-', '(info [at] kupferhof.uz)', 'Navoi kochasi', 'Tashkent'),
      null,
      null,
    ],
    [
      '.uz',
      'kupferhof.uz',
      uz('not.defined.', 'Karimova D. K.\t(info [at] kupferhof.uz)', 'Navoi'),
      null,
      'Karimova D. K.',
    ],
    [
      '.uz',
      'kupferhof.uz',
      uz('Kupferhof LLC', 'Karimova D.\t(i [at] k.uz)', 'Navoi, 28'),
      'Kupferhof LLC',
      'Karimova D.',
    ],
  ])(
    'in the layout of %s no line of the address is the registrant (%#)',
    (_, domain, answer, organization, name) => {
      expect(partyIn(domain, answer).slice(0, 2)).toEqual([organization, name])
    },
  )
})
