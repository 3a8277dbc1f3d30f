import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCrtSh } from '../../../shared/subdomains/certificate-names.ts'
import { nameBelow } from '../../../shared/subdomains/names-below.ts'

const row = (common: string, value: string) => ({ id: 1, common_name: common, name_value: value })

test('only names below the domain are read, without organisations, email addresses, other domains and wildcards', () => {
  const text = JSON.stringify([
    row('Shop.Example.com', 'Shop.Example.com\nwww.example.com.\nPayPal, Inc.\nadmin@example.com'),
    row('example.com', 'example.com\n*.example.com\nnotexample.com\nexample.com.evil.test'),
    row('*.eu.example.com', '*.eu.example.com\n a_b.eu.example.com '),
    { common_name: null },
    'no row',
  ])
  const names = parseCrtSh('example.com', text, false)
  expect([...(names?.names ?? [])]).toEqual([
    'shop.example.com',
    'www.example.com',
    'a_b.eu.example.com',
  ])
  expect([...(names?.wildcardParents ?? [])]).toEqual(['eu.example.com'])
})

test('a truncated body is read up to its last complete row', () => {
  const whole = JSON.stringify([
    row('a.example.com', 'a.example.com'),
    row('b.example.com', 'b.example.com'),
  ])
  const names = parseCrtSh('example.com', whole.slice(0, -20), true)
  expect([[...(names?.names ?? [])], names?.truncated]).toEqual([['a.example.com'], true])
})

test.each(['', '<html>Bad Gateway</html>', '{}', 'null', '[', '"x"'])(
  '%j is not an answer of crt.sh',
  (text) => {
    expect(parseCrtSh('example.com', text, false)).toBeNull()
  },
)

test('for any answer only well-formed names below the domain are returned', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string(), (lines, label) => {
      const text = JSON.stringify([row(label, [...lines, `${label}.example.com`].join('\n'))])
      for (const name of parseCrtSh('example.com', text, false)?.names ?? []) {
        expect(name).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.example\.com$/)
        expect(name.length).toBeLessThanOrEqual(253)
        expect(nameBelow('example.com', name)).toBe(name)
      }
    }),
  )
})
