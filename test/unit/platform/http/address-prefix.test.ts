import { expect, test } from 'vitest'
import { addressPrefixOf } from '../../../../shared/platform/http/request-id.ts'

test.each([
  ['198.51.100.77', '198.51.100.0/24'],
  ['2001:db8:aa:bb::1', '2001:db8:aa::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['::1', '::/48'],
  ['::ffff:198.51.100.77', '198.51.100.0/24'],
  ['ada@example.org', null],
  ['198.51.100.77, 10.0.0.1', null],
  [`2001:db8::${'0'.repeat(100)}1`, null],
  ['', null],
])('the audit log stores the address %j as %j', (address, prefix) => {
  expect(
    addressPrefixOf(new Request('https://x.example', { headers: { 'cf-connecting-ip': address } })),
  ).toBe(prefix)
})

test('without an address header the prefix is null', () => {
  expect(addressPrefixOf(new Request('https://x.example'))).toBeNull()
})
