import { expect, test } from 'vitest'
import { parseWhois } from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'
import { mayBeRefusal } from '../../../../../shared/attribution/collectors/registration/whois-outcome.ts'

const TERMS = `% By submitting a query you agree not to use high-volume, automated processes. We reserve the right to
% restrict your access for excessive querying or for exceeding query rate or volume limits. All rights reserved.
% Access to the service is rate limited, and abuse results in being permanently blacklisted.
`

const answers: [outcome: string, answer: string][] = [
  ['not_found', 'No match for domain "QUIETMEADOW.COM".'],
  ['not_found', 'NOT FOUND'],
  ['not_found', 'not found...'],
  ['not_found', '%ERROR:101: no entries found\n%\n% No entries found.'],
  ['not_found', 'Domain quietmeadow.ai not registred.'],
  ['not_found', 'Domain: quietmeadow.de\nStatus: free'],
  ['not_found', 'Domain:             quietmeadow.it\nStatus:             AVAILABLE'],
  ['not_found', 'domain_name: quietmeadow.nz\nquery_status: 220 Available'],
  ['not_found', 'Domain Name: quietmeadow.ms\nDomain Status: No Object Found'],
  ['not_found', 'Nincs talalat / No match'],
  ['not_found', 'El dominio quietmeadow.cl no existe'],
  ['not_found', 'No_Se_Encontro_El_Objeto/Object_Not_Found'],
  ['not_found', '상기 도메인이름은 등록되어 있지 않습니다.'],
  ['not_found', '无匹配记录'],
  ['not_found', 'Available\nDomain: quietmeadow.capetown'],
  ['not_found', 'We do not have an entry in our database matching your query.'],
  [
    'not_found',
    '[Domain]\nDomain: quietmeadow.lv\nStatus: free\n\n[Whois]\nUpdated: 2014-02-18T18:12:36+00:00',
  ],
  ['not_found', 'quietmeadow.nl is free'],
  ['not_found', 'This domain is not yet registered'],
  ['not_found', 'Domain name quietmeadow.gp: status : AVAILABLE'],
  ['not_found', 'no_se_encontro_el_objeto'],
  ['not_found', 'There is no information about quietmeadow.is'],
  ['not_found', 'Aucun enregistrement trouvé pour quietmeadow.dz'],
  ['throttled', '%ERROR:503: Exceeded query limit'],
  ['throttled', '% The service is limited to 30 queries per minute. You have reached the limit.'],
  ['throttled', 'Has excedido el numero de consultas permitidas'],
  ['reserved', 'The domain has been placed on the Reserved Names List'],
  ['reserved', 'Domain prohibited'],
  ['throttled', 'WHOIS LIMIT EXCEEDED - SEE THE WEB SITE FOR DETAILS'],
  ['throttled', 'Your request could not be performed.\nLookup quota exceeded.'],
  ['throttled', '%% Too many requests...\n%%\n%% No entries found in the database.'],
  ['throttled', '% Maximum queries per hour reached (100)'],
  ['throttled', '% Excessive querying, grace period of 2 seconds'],
  ['throttled', '-1: Still in grace period, wait 7777777 seconds'],
  ['throttled', '-3: IP address blocked'],
  ['throttled', 'domain_name: quietmeadow.co.nz\nquery_status: 440 Request Denied'],
  [
    'throttled',
    'The WHOIS query quota for 192.0.2.1 has been exceeded\nand will be replenished in 50 seconds.',
  ],
  [
    'throttled',
    'The IP address used to perform the query is not authorised or has exceeded the established limit for\nqueries.',
  ],
  ['throttled', 'Se ha excedido el limite de consultas'],
  ['throttled', 'You have run out of queries for today.'],
  ['throttled', 'Error: quota'],
  ['throttled', 'WHOIS lookup limit hit'],
  ['throttled', 'Hourly cap reached'],
  ['throttled', 'HTTP 429'],
  ['throttled', 'Error 1015: rate limited'],
  ['throttled', 'Flood detected, connection closed.'],
  ['throttled', 'API calls quota exceeded! maximum admitted 10 per minute'],
  ['throttled', 'Your access has been throttled'],
  ['throttled', 'Number of allowed queries exceeded.'],
  ['throttled', 'whois.example: query frequency too high for your address'],
  ['throttled', 'The maximum number of lookups per hour was exceeded.'],
  ['throttled', 'Your queries are arriving too fast'],
  ['throttled', 'The interval between requests is too short.'],
  ['throttled', 'No more queries are accepted from your network today.'],
  ['throttled', 'Connections from 192.0.2.9 have been suspended'],
  ['throttled', 'Excessive querying detected'],
  ['throttled', 'Access for this client is temporarily limited'],
  ['throttled', 'Command rejected: session quota used up'],
  ['throttled', 'Please check back in some minutes'],
  ['throttled', 'Service busy for you.\nCome back after a while.'],
  ['throttled', 'Zu viele Anfragen von Ihrer Adresse'],
  ['throttled', 'Se alcanzado el maximo; demasiadas consultas'],
  ['throttled', 'Trop de requêtes depuis votre adresse'],
  ['throttled', 'Слишком много запросов с вашего адреса'],
  ['not_found', 'No match for quietmeadow.com.\nQueries that exceed the limit are blocked.'],
  ['not_found', 'Query rate is restricted.\nquietmeadow.com: no entries found'],
  [
    'registered',
    'Domain: quietmeadow.be\nRegistered: 2000-12-12\nRemarks: excessive queries are blocked, try again later',
  ],
  ['reserved', 'Reserved by Registry'],
  ['reserved', 'RESTRICTED - Restricted domain name'],
  ['reserved', 'Domain not available'],
  ['reserved', 'Domain:             la.it\nStatus:             UNASSIGNABLE'],
  ['reserved', 'Status: PREMIUM NAME (No match for domain "quietmeadow.sx")'],
  ['reserved', 'This domain cannot be registered because it contravenes the naming rules.'],
  [
    'reserved',
    'Domain: quietmeadow.dk\nRegistered: 2013-10-24\nStatus: Reserved\n\nNameservers\nHostname: ns1.quietmeadow.net',
  ],
  ['unavailable', ''],
  ['unavailable', ' \r\n\t\n'],
  [
    'unavailable',
    'Requests of this client are not permitted. Please use https://www.registry.example.net/ for queries.',
  ],
  ['throttled', 'You have used all of your permitted lookups'],
  ['throttled', 'You queried too often'],
  ['throttled', 'Permission temporarily withdrawn because of heavy usage'],
  ['throttled', '查询次数过多'],
  ['unavailable', '查询失败'],
  ['unavailable', 'Internal Server Error'],
  ['unavailable', 'Invalid query'],
  ['unavailable', 'Good morning'],
  ['registered', 'Domain: quietmeadow.be\nStatus: NOT AVAILABLE\nRegistered: Tue Dec 12 2000'],
  ['registered', 'Domain Name: quietmeadow.gov\nStatus: ACTIVE'],
  ['registered', 'domain: quietmeadow.aq\nstatus: taken\nnameserver: ns1.quietmeadow.net'],
]

test.each(answers)('the outcome is "%s" for the answer: %s', (outcome, answer) => {
  expect(parseWhois('quietmeadow.com', 'whois.example.net', answer).outcome).toBe(outcome)
})

test.each(answers)(
  'with terms of use around the answer, the outcome is still "%s": %s',
  (outcome, answer) => {
    expect(
      parseWhois('quietmeadow.com', 'whois.example.net', `${TERMS}\n${answer}\n`).outcome,
    ).toBe(outcome)
  },
)

test('a "not found" answer gives a record without registration data', () => {
  const record = parseWhois(
    'quietmeadow.com',
    'whois.example.net',
    'No match for "QUIETMEADOW.COM".\nhttp://example.net/',
  )
  expect(record).toMatchObject({
    statuses: [],
    name_servers: [],
    registrar: { name: null },
    privacy: 'absent',
  })
})

// A name that reads like a refusal, which an attacker could ask about.
test.each([
  ['not_found', 'too-many-requests.com', 'No match for too-many-requests.com'],
  ['not_found', 'query-quota-exceeded.de', 'Domain: query-quota-exceeded.de\nStatus: free'],
  ['not_found', 'rate-limit-exceeded.org', 'RATE-LIMIT-EXCEEDED.ORG is free'],
  ['not_found', 'access-denied-for.me', '"access-denied-for.me": the object does not exist.'],
  ['unavailable', 'please-slow-down.com', 'please-slow-down.com: unexpected end of input'],
  ['throttled', 'too-many-requests.com', 'too-many-requests.com: query limit exceeded'],
  ['throttled', 'slow-down.com', 'Too many requests'],
])('%s, for %s: %s', (outcome, domain, answer) => {
  expect(parseWhois(domain, 'whois.example.net', answer).outcome).toBe(outcome)
})

test.each<[boolean, string]>([
  [true, 'Too many requests'],
  [true, 'Nope, not for you.'],
  [true, 'E-7731'],
  [false, ''],
  [false, 'Internal Server Error'],
  [false, 'Invalid query'],
  [false, 'No match for "QUIETMEADOW.COM".'],
  [false, 'Domain: quietmeadow.be\nStatus: taken'],
  [false, 'Good morning. '.repeat(200)],
])('an answer slows the queries to its server down (%s): %s', (slows, answer) => {
  expect(
    mayBeRefusal(parseWhois('quietmeadow.com', 'whois.example.net', answer).outcome, answer),
  ).toBe(slows)
})
