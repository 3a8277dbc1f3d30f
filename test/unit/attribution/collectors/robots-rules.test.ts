import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRobots } from '../../../../shared/attribution/collectors/probe/robots-rules.ts'

const BOT = 'DomainAttributionBot'

const rules: readonly [what: string, file: string, path: string, allowed: boolean][] = [
  ['an empty file', '', '/impressum', true],
  ['an empty Disallow', 'User-agent: *\nDisallow:', '/impressum', true],
  ['a rule against all paths', 'User-agent: *\nDisallow: /', '/impressum', false],
  ['a rule against another path', 'User-agent: *\nDisallow: /search', '/impressum', true],
  ['a rule against the path', 'User-agent: *\nDisallow: /legal', '/legal/imprint', false],
  [
    'a longer Allow rule',
    'User-agent: *\nDisallow: /legal\nAllow: /legal/imprint',
    '/legal/imprint',
    true,
  ],
  [
    'Allow and Disallow rules of equal length',
    'User-agent: *\nDisallow: /legal\nAllow: /legal',
    '/legal',
    true,
  ],
  ['rules for another crawler', 'User-agent: GPTBot\nDisallow: /', '/impressum', true],
  [
    'a group for our crawler and a group for all',
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
  [
    'two groups for all crawlers',
    'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b',
    '/b',
    false,
  ],
  ['a wildcard in a path', 'User-agent: *\nDisallow: /*/private', '/x/private/1', false],
  ['an end anchor that matches', 'User-agent: *\nDisallow: /*.pdf$', '/terms.pdf', false],
  [
    'an end anchor that does not match',
    'User-agent: *\nDisallow: /*.pdf$',
    '/terms.pdf.html',
    true,
  ],
  ['a comment after a rule', 'User-agent: *\nDisallow: /a # not /b', '/b', true],
  ['an HTML page instead of rules', '<html><body>User-agent: *</body></html>', '/a', true],
]

describe('robots.txt', () => {
  test.each(rules)('robots.txt with %s is followed', (_what, file, path, allowed) => {
    expect(parseRobots(file, BOT).allows(path)).toBe(allowed)
  })

  test('no content of robots.txt makes the parser throw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), fc.webPath(), (text, path) => {
        expect(typeof parseRobots(`User-agent: *\n${text}`, BOT).allows(path)).toBe('boolean')
      }),
    )
  })
})
