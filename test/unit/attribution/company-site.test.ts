import { expect, test } from 'vitest'
import { companySite } from '../../../shared/attribution/company-site.ts'

test.each([
  ['kork.fi', 'kork.fi', '/'],
  ['https://www.kork.fi/en', 'kork.fi', '/en'],
  ['HTTP://KORK.FI?a=1', 'kork.fi', '/?a=1'],
  ['www.kork.co.uk', 'kork.co.uk', '/'],
])('the website %s is the path of the domain %s', (text, domain, path) => {
  expect(companySite(text)).toEqual({ domain, path })
})

test.each([
  'shop.kork.fi',
  'www2.kork.fi',
  'www.shop.kork.fi',
  'kork.github.io',
  'github.io',
  'www.facebook.com/kork',
  'gmail.com',
  'info@kork.fi',
  'https://user@kork.fi/',
  'kork.test',
  '192.0.2.1',
  'kork',
  '',
  `kork.fi/${'a'.repeat(400)}`,
])('%j is no website of one company', (text) => {
  expect(companySite(text)).toBeNull()
})
