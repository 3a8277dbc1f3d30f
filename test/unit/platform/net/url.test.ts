import { expect, test } from 'vitest'
import {
  hostOf,
  parseUrl,
  registrableHost,
  registrableOf,
  writtenHost,
} from '../../../../shared/platform/net/url.ts'

test.each([
  ['https://www.example.co.uk/about', 'example.co.uk'],
  ['https://alice.github.io/', 'github.io'],
  ['https://192.0.2.1/', '192.0.2.1'],
  ['http://localhost/', 'localhost'],
  ['no url', ''],
])('the registrable host of %s is %j', (url, host) => {
  expect(registrableHost(url)).toBe(host)
})

test.each([
  ['WWW.Example.COM.', 'example.com'],
  ['info@mail.example.de', 'example.de'],
  ['https://sub.example.org:8443/x?y#z', 'example.org'],
  ['example.com/path', 'example.com'],
  ['https://[', null],
  ['', null],
  ['com', null],
  [`${'a'.repeat(260)}.com`, null],
])('the registrable domain in %j is %j', (text, domain) => {
  expect(registrableOf(text)).toBe(domain)
})

test.each([
  ['example.com', 'example.com'],
  ['https://www.example.com/x', 'www.example.com'],
  ['example.com:8080', 'example.com'],
  ['localhost', null],
  ['', null],
])('the host in %j is %j', (text, host) => {
  expect(writtenHost(text)).toBe(host)
})

test('hostOf returns the first 100 characters of a text that is not a URL', () => {
  expect(parseUrl('x'.repeat(200))).toBeNull()
  expect(hostOf('x'.repeat(200))).toBe('x'.repeat(100))
  expect(hostOf('https://example.com/a')).toBe('example.com')
})
