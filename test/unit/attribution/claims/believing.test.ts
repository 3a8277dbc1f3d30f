import { expect, test } from 'vitest'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import {
  collected,
  evidence,
  footer,
  NOW,
  page,
  registeredTo,
  site,
  target,
  whois,
} from '../scoring/sample-evidence.ts'

const DOMAIN = 'kazamori-kogyo.co.jp'
const TARGET = target(DOMAIN)

const reading = (claims: { entity: string; evidence: string; quote: string }[]) => ({
  provider: 'anthropic',
  model: 'sample',
  claims: claims.map((claim) => ({ ...claim, role: 'operator' as const, reason: '' })),
  dropped_claims: 0,
  input_tokens: 1,
  output_tokens: 1,
  picture: null,
})

const found = [
  whois(DOMAIN, registeredTo('Kazamori Kogyo Co., Ltd.')),
  site([
    page({
      mentions: footer('© 2026 風守工業株式会社'),
      text: '風守工業株式会社は1952年創業',
    }),
  ]),
]

test.each([
  ['an invented name', 'Globex Holdings Ltd'],
  ['an invented name in another script', 'グローベックス株式会社'],
  ['a name that combines two others', 'Kazamori Globex'],
])('%s that only a screenshot shows changes no candidate and no confidence', (_, entity) => {
  const plain = score(TARGET, evidence(...found), NOW).result
  const vision = collected(
    'vision',
    reading([{ entity, evidence: 'screenshot', quote: `${entity} official site` }]),
  )
  const seen = score(TARGET, evidence(...found, vision), NOW).result
  expect(seen.candidates).toEqual(plain.candidates)
  expect([seen.outcome, seen.entity, seen.confidence]).toEqual([
    plain.outcome,
    plain.entity,
    plain.confidence,
  ])
})

test('a name that only a screenshot shows creates no candidate', () => {
  const vision = collected(
    'vision',
    reading([{ entity: 'Kazamori', evidence: 'screenshot', quote: 'Kazamori' }]),
  )
  expect(score(TARGET, evidence(vision), NOW).result).toMatchObject({
    entity: null,
    candidates: [],
  })
})

test('a grounded model claim slightly raises the confidence of a known candidate', () => {
  const weak = [site([page({ author: 'Orrin & Maddox Apiaries', text: 'Honey' })])]
  const without = score(target('quietvalleyhoney.com'), evidence(...weak), NOW).result
  const llm = collected(
    'llm',
    reading([
      {
        entity: 'Orrin & Maddox Apiaries',
        evidence: 'http_probe home',
        quote: 'Orrin & Maddox Apiaries keeps all the hives',
      },
    ]),
  )
  const read = score(target('quietvalleyhoney.com'), evidence(...weak, llm), NOW).result
  expect(read.candidates[0]?.entity).toBe('Orrin & Maddox Apiaries')
  expect(read.confidence).toBeGreaterThan(without.confidence)
  expect(read.confidence - without.confidence).toBeLessThan(0.3)
})
