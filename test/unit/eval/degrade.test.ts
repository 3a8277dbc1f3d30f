import { expect, test } from 'vitest'
import { DEGRADATIONS } from '../../eval/degrade.ts'
import { collected, evidence, probe, readPage } from '../attribution/scoring/sample-evidence.ts'

const home = readPage(
  'home',
  '<header><a href="/"><b>Kork</b></a></header><footer>© 2026 Flasche Media GmbH</footer>',
)
const whole = evidence(collected('http_probe', probe({ pages: [home] })))
const placesOf = (name: string): Set<string> => {
  const reduced = DEGRADATIONS[name]?.(whole)
  return new Set(
    reduced?.http_probe?.data?.pages.flatMap(({ mentions }) => mentions.map(({ place }) => place)),
  )
}

test.each([
  ['no legal statements', true],
  ['no copyright lines', false],
  ['titles only', false],
])('evidence with "%s" keeps the name of the copyright line: %s', (name, kept) => {
  expect(placesOf(name).has('rights')).toBe(kept)
})
