import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRobots } from '../../../../shared/attribution/collectors/probe/robots-rules.ts'

const BOT = 'DomainAttributionBot'

const rules: readonly [what: string, file: string, path: string, allowed: boolean][] = [
  ['an empty file', '', '/impressum', true],
  ['an empty Disallow', 'User-agent: *\nDisallow:', '/impressum', true],
  ['everything forbidden', 'User-agent: *\nDisallow: /', '/impressum', false],
  ['another path forbidden', 'User-agent: *\nDisallow: /search', '/impressum', true],
  ['the path forbidden', 'User-agent: *\nDisallow: /legal', '/legal/imprint', false],
  ['a longer Allow', 'User-agent: *\nDisallow: /legal\nAllow: /legal/imprint', '/legal/imprint', true],
  ['a tie, which Allow wins', 'User-agent: *\nDisallow: /legal\nAllow: /legal', '/legal', true],
  ['rules for somebody else', 'User-agent: GPTBot\nDisallow: /', '/impressum', true],
  [
    'a group of its own instead of that for all',
    'User-agent: *\nDisallow: /\n\nUser-agent: domainattributionbot\nDisallow: /search',
    '/impressum',
    true,
  ],
  [
    'a group shared by several agents',
    'User-agent: GPTBot\nUser-agent: DomainAttributionBot/1.0\nDisallow: /',
    '/impressum',
    false,
  ],
  ['two groups for all', 'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b', '/b', false],
  ['a wildcard', 'User-agent: *\nDisallow: /*/private', '/x/private/1', false],
  ['an end mark that fits', 'User-agent: *\nDisallow: /*.pdf$', '/terms.pdf', false],
  ['an end mark that does not fit', 'User-agent: *\nDisallow: /*.pdf$', '/terms.pdf.html', true],
  ['a comment behind a rule', 'User-agent: *\nDisallow: /a # not /b', '/b', true],
  ['a page in place of the file', '<html><body>User-agent: *</body></html>', '/a', true],
]

describe('robots.txt', () => {
  test.each(rules)('%s', (_what, file, path, allowed) => {
    expect(parseRobots(file, BOT).allows(path)).toBe(allowed)
  })

  test('never throws on whatever a server sends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), fc.webPath(), (text, path) => {
        expect(typeof parseRobots(`User-agent: *\n${text}`, BOT).allows(path)).toBe('boolean')
      }),
    )
  })
})
