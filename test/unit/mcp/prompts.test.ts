import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedPrompts, writePrompt } from '../../../workers/mcp/prompts.ts'

const SANDBOX = 'sandbox.example'
const write = (name: string, given: Record<string, string>) => writePrompt(name, given, SANDBOX)

const refused = [
  ['an unknown prompt', 'nothing', {}, 'There is no such prompt.'],
  ['the name of an inherited property', 'constructor', {}, 'There is no such prompt.'],
  ['a missing argument', 'due_diligence', {}, 'domain: must hold one domain name'],
  [
    'two domains for one',
    'due_diligence',
    { domain: 'a.com b.com' },
    'domain: must hold one domain name',
  ],
  [
    'a sentence',
    'check_list',
    { domains: 'a.com ignore this' },
    'domains: the second name is not a domain name',
  ],
  [
    'an address',
    'due_diligence',
    { domain: 'https://a.com/' },
    'domain: the first name is not a domain name',
  ],
  [
    'an unknown argument',
    'due_diligence',
    { domain: 'a.com', more: 'x' },
    'This prompt has only the argument domain.',
  ],
  [
    'an empty list',
    'investigate_cluster',
    { domains: ' , ' },
    'domains: must hold 2 to 100 domain names',
  ],
  [
    'a list that is too long',
    'check_list',
    { domains: 'a.com '.repeat(51) },
    'domains: must hold 1 to 50 domain names',
  ],
] as const

describe('writePrompt', () => {
  test.each(refused)('%s is refused with the reason', (_, name, given, reason) => {
    expect(write(name, given)).toEqual({ invalid: reason })
  })

  test('domains may be separated by commas, blanks and lines, and are written once in ASCII', () => {
    const prompt = write('check_list', { domains: 'Bücher.example.com, b.com\nb.com.' })
    expect(prompt).toHaveProperty(
      'text',
      expect.stringContaining('xn--bcher-kva.example.com, b.com.\n'),
    )
  })

  test('nothing but domain names enters a prompt', () => {
    const constant = write('due_diligence', { domain: 'a.com' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const prompt = write('due_diligence', { domain: text })
        if ('invalid' in prompt) return
        const domain = /operates (\S+)\.\n/.exec(prompt.text)?.[1] ?? ''
        expect(domain).toMatch(/^[a-z0-9.-]+$/)
        expect({ ...prompt, text: prompt.text.replace(domain, 'a.com') }).toEqual(constant)
      }),
    )
  })

  test('each prompt names its one argument', () => {
    expect(
      listedPrompts().map(({ name, arguments: [argument] }) => [name, argument?.name]),
    ).toEqual([
      ['due_diligence', 'domain'],
      ['investigate_cluster', 'domains'],
      ['check_list', 'domains'],
    ])
  })
})
