import { expect, test } from 'vitest'
import { withoutUnclosedBracket } from '../../../../shared/attribution/names/name-edges.ts'
import { CALIBRATION } from '../../../../shared/attribution/scoring/calibration.ts'
import { answerTo, collectAll, OWN_CASES } from '../../../eval/items.ts'

test('no name, alias or reason about a sample domain has an unclosed bracket', async () => {
  const items = await collectAll({ directory: OWN_CASES, weight: 1 }, 'quick')
  const shown = items.flatMap((item) => {
    const { result, entities, aliases, parent } = answerTo(item, CALIBRATION)
    return [
      result.summary,
      parent ?? '',
      ...aliases,
      ...result.candidates.flatMap((each) => [each.entity, each.rationale, ...each.aliases]),
      ...entities.flatMap((each) => [each.entity, ...each.aliases]),
      ...entities.flatMap(({ signals }) => signals.map(({ explanation }) => explanation)),
    ]
  })
  expect(items.length).toBeGreaterThan(40)
  expect(shown.filter((text) => withoutUnclosedBracket(text) !== text)).toEqual([])
}, 120_000)
