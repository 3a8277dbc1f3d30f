import { describe, expect, test } from 'vitest'
import { readRdapReply } from '../../../../../shared/attribution/collectors/registration/read-rdap-reply.ts'

const DOMAIN = 'rate-limit-exceeded.com'
const NOW = new Date('2026-11-20T12:00:00Z')

function replyTo(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readRdapReply(
    DOMAIN,
    'rdap.registry.net',
    { status, headers: new Headers(headers), text },
    NOW,
  )
}

const error = (errorCode: number, title: string, ...description: string[]) => ({
  rdapConformance: ['rdap_level_0'],
  notices: [{ title: 'Terms of use', description: ['Queries are rate limited.'] }],
  errorCode,
  title,
  description,
})
const page = (title: string, ...lines: string[]) =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`

describe('a refusal for too many questions is no answer about the domain', () => {
  test.each<[status: number, body: unknown]>([
    [429, ''],
    [429, error(404, 'Not Found')],
    [403, ''],
    [403, '<html><head><title>403 Forbidden</title></head><body>nginx</body></html>'],
    [403, error(403, 'Forbidden')],
    [403, page('Access Denied', 'You do not have permission to access this server.')],
    [403, page('Sorry, you have been blocked', 'You are unable to access rdap.registry.net')],
    [200, error(429, 'Too Many Requests')],
    [200, error(403, 'Forbidden')],
    [200, 'Rate limit exceeded'],
    [200, page('Limit exceeded', 'The query limit of your address has been exceeded.')],
    [200, { message: 'Limit Exceeded' }],
    [200, { error: { code: 403, message: 'Quota exceeded for quota metric' } }],
    [200, [{ errorCode: '429', title: 'slow down' }]],
    [400, error(400, 'Bad Request', 'Too many queries from your IP address.')],
    [400, 'You have exceeded your daily quota'],
    [401, { message: 'Too many requests' }],
    [404, error(404, 'Not Found', 'Query quota exceeded, no data returned.')],
    [418, page('Slow down', 'Too many requests. Please try again later.')],
    [500, error(500, 'Internal Server Error', 'Maximum number of queries reached.')],
    [503, 'Request rate too high, please slow down'],
    [503, { description: ['Anfragelimit: zu viele Anfragen'] }],
    [509, page('Bandwidth', 'Request quota exceeded')],
  ])('status %i with %j', (status, body) => {
    expect(replyTo(status, body)).toEqual({ is: 'refused', retryAfterMs: null })
  })

  test.each([
    [429, '7', 7_000],
    [429, '0', 0],
    [503, '30', 30_000],
    [403, 'Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
    [429, '86400', 3_600_000],
    [429, 'soon', null],
  ])('status %i with Retry-After "%s"', (status, retryAfter, retryAfterMs) => {
    const headers = { 'retry-after': retryAfter }
    expect(replyTo(status, '', headers)).toEqual({ is: 'refused', retryAfterMs })
  })
})

describe('status 403 with words about the domain is no refusal and no answer', () => {
  test.each([
    [error(403, 'Forbidden', 'Domain not found')],
    [error(404, 'Not Found', 'The object does not exist.')],
    [error(403, 'Forbidden', 'The domain name is reserved by the registry.')],
    [error(403, 'Forbidden', 'Unsupported TLD')],
    ['Invalid query'],
    [page('Unavailable', 'This record is not shown for legal reasons.')],
    [page('Notice', 'The domain is subject to a court order.')],
  ])('%j', (body) => {
    expect(replyTo(403, body)).toEqual({ is: 'silent', isRepeated: false })
  })
})

test.each<[what: string, status: number, body: unknown]>([
  ['an error without words', 404, error(404, 'Not Found')],
  ['a name like a refusal', 404, error(404, 'Not Found', `${DOMAIN} was not found.`)],
  ['a name in capitals', 404, `No match for "${DOMAIN.toUpperCase()}".`],
  ['an error object with status 200', 200, error(404, 'Not Found')],
  ['an empty body', 404, ''],
])('%s says that the domain is not registered', (_, status, body) => {
  expect(replyTo(status, body)).toMatchObject({
    is: 'answered',
    answer: { record: { outcome: 'not_found' }, related: null },
  })
})

test('words about limits in a record or its terms are no refusal', () => {
  const record = {
    objectClassName: 'domain',
    ldhName: DOMAIN,
    notices: [{ title: 'Limits', description: ['Query limit exceeded means: too many requests.'] }],
    remarks: [{ title: 'Note', description: ['Too many requests. Quota exceeded.'] }],
    nameservers: [{ ldhName: 'ns1.tealharbour.com' }],
  }
  expect(replyTo(200, record)).toMatchObject({
    is: 'answered',
    answer: { record: { outcome: 'registered' } },
  })
  expect(replyTo(400, error(400, 'Bad Request', 'The name has a wrong form.'))).toEqual({
    is: 'silent',
    isRepeated: false,
  })
})

test.each([
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('an outage with status %i is no refusal', (status, isRepeated) => {
  expect(replyTo(status, page('Outage', 'Bad gateway'))).toEqual({ is: 'silent', isRepeated })
})
