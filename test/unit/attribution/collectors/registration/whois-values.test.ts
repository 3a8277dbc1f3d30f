import { expect, test } from 'vitest'
import { parseWhois } from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'

const read = (answer: string) => parseWhois('larkmill.com', 'whois.example.net', answer)

test.each([
  [
    'Larkmill Paper and Print Ltd',
    'Registrant Organization: Larkmill Paper and\n Print Ltd\nRegistrant City: Leeds',
  ],
  [
    'Larkmill Paper and Print Ltd',
    'Registrant Organization: Larkmill Paper and\n\tPrint Ltd\nRegistrant City: Leeds',
  ],
  [
    'Larkmill Paper and Print Ltd',
    'Registrant Organization:   Larkmill Paper\n                           and Print\n                           Ltd\nRegistrant City: Leeds',
  ],
  [
    'Institute for the Study of Mills',
    'Registrant Organization: Institute for the\n    Study of Mills\nCreation Date: 2012-01-01',
  ],
  [
    'Société des Moulins SARL',
    'Registrant Organization: Société des\n  Moulins SARL\n\nName Server: ns1.larkmill.com',
  ],
  [
    'Mill 1850 Holding GmbH',
    'Registrant Organization: Mill\n 1850 Holding GmbH\nCreation Date: 2012-01-01',
  ],
  [
    'Larkmill Paper Ltd',
    'Registrant Organization: Larkmill Paper Ltd\n 12 Weir Road\n Leeds\nCreation Date: 2012-01-01',
  ],
  [
    'Larkmill Paper Ltd',
    'Registrant Organization: Larkmill Paper Ltd\n Leeds\nCreation Date: 2012-01-01',
  ],
  [
    'Larkmill Paper',
    'Registrant Organization: Larkmill Paper\n 12 Weir Road\n Leeds\nCreation Date: 2012-01-01',
  ],
  [
    'Larkmill Paper Ltd',
    'Registrant Organization: Larkmill Paper Ltd\nRegistrant Street: 12 Weir Road',
  ],
])('the organisation %s is read from %j', (organization, answer) => {
  expect(read(answer).registrant.organization).toBe(organization)
})

test.each([
  ['2031-09-30T00:00:00Z', '[Domain Name] LARKMILL.COM\n[State]   Connected (2031/09/30)'],
  ['2031-09-30T00:00:00Z', 'Domain Name: larkmill.com\nStatus: Active (2031-09-30)'],
  ['2031-09-30T00:00:00Z', 'Domain Name: larkmill.com\nStatus: registered until 2031-09-30'],
  ['2031-09-30T00:00:00Z', 'Domain Name: larkmill.com\nStatus: valid to 30.09.2031'],
  [
    '2032-01-01T00:00:00Z',
    'Domain Name: larkmill.com\nStatus: Active (2031-09-30)\nExpires: 2032-01-01',
  ],
  [null, 'Domain Name: larkmill.com\nStatus: Suspended (2024/03/01)'],
  [null, 'Domain Name: larkmill.com\nStatus: inactive (2024/03/01)'],
  [null, 'Domain Name: larkmill.com\nStatus: connected'],
])('the expiry %s is read from %j', (expires, answer) => {
  expect(read(`${answer}\nName Server: ns1.larkmill.com\n`).expires_at).toBe(expires)
})
