import { expect, test } from 'vitest'
import { parseWhois } from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'

const FACTS = {
  outcome: 'registered',
  registrar: { name: 'Silt Names LLC' },
  created_at: '2011-02-24T00:00:00Z',
  expires_at: '2031-02-24T00:00:00Z',
}

type Labels = [domain: string, owner: string, registrar: string, created: string, expires: string]
const labels: [language: string, labels: Labels][] = [
  ['English', ['Domain', 'Registrant', 'Registrar', 'First registered date', 'Expires']],
  [
    'Spanish',
    ['Nombre de dominio', 'Titular', 'Registrador', 'Fecha de alta', 'Fecha de expiración'],
  ],
  [
    'French',
    [
      'Nom de domaine',
      'Titulaire',
      "Bureau d'enregistrement",
      "Date d'enregistrement",
      "Date d'expiration",
    ],
  ],
  ['German', ['Domainname', 'Inhaber', 'Registrar', 'Registrierungsdatum', 'Ablaufdatum']],
  [
    'Italian',
    ['Dominio', 'Intestatario', 'Registrar', 'Data di registrazione', 'Data di scadenza'],
  ],
  ['Dutch', ['Domeinnaam', 'Houder', 'Registrar', 'Registratiedatum', 'Vervaldatum']],
  ['Polish', ['Nazwa domeny', 'Abonent', 'Rejestrator', 'Data rejestracji', 'Data wygaśnięcia']],
  ['Swedish', ['Domännamn', 'Innehavare', 'Registrar', 'Registrerad', 'Utgår']],
  ['Danish', ['Domænenavn', 'Indehaver', 'Registrator', 'Registreret', 'Udløber']],
  ['Turkish', ['Alan Adı', 'Alan Adı Sahibi', 'Kayıt Kuruluşu', 'Kayıt Tarihi', 'Bitiş Tarihi']],
  ['Russian', ['Домен', 'Владелец', 'Регистратор', 'Дата регистрации', 'Дата окончания']],
  ['Ukrainian', ["Доменне ім'я", 'Власник', 'Реєстратор', 'Дата реєстрації', 'Дата закінчення']],
  ['Chinese', ['域名', '注册人', '注册商', '注册时间', '过期时间']],
]
test.each(labels)(
  'a record with labels in %s is read',
  (_, [domain, owner, registrar, created, expires]) => {
    const lines = [
      `${domain}: siltworks.net`,
      `${owner}: Siltworks GmbH`,
      `${registrar}: Silt Names LLC`,
      `${created}: 24.02.2011`,
      `${expires}: 24.02.2031`,
    ]
    expect(parseWhois('siltworks.net', 'whois.example.net', lines.join('\n'))).toMatchObject({
      ...FACTS,
      registrant: { organization: 'Siltworks GmbH', name: null },
    })
  },
)

test('name servers may stand under the label of a name', () => {
  const lines = [
    'Domain: siltworks.net',
    'Owner Contact',
    'Name....: Siltworks GmbH',
    '',
    'DNS servers',
  ]
  const servers = ['Name....: ns1.silt.net.', 'Name....: ns2.silt.net.']
  expect(
    parseWhois('siltworks.net', 'whois.example.net', [...lines, ...servers].join('\n')),
  ).toMatchObject({
    name_servers: ['ns1.silt.net', 'ns2.silt.net'],
    registrant: { organization: 'Siltworks GmbH' },
  })
})

test('a heading in a comment names the party of the lines below it', () => {
  const lines = [
    'Domain: siltworks.net',
    '',
    '% Registrant:',
    '   Siltworks MCHJ (info [at] siltworks.net)',
    '   Mud 8',
  ]
  expect(
    parseWhois('siltworks.net', 'whois.example.net', lines.join('\n')).registrant.organization,
  ).toBe('Siltworks MCHJ')
})
