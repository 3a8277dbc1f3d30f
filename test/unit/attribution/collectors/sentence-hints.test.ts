import { expect, test } from 'vitest'
import { foldCase } from '../../../../shared/attribution/collectors/page/letter-case.ts'
import { SENTENCE_GROUPS } from '../../../../shared/attribution/collectors/page/sentence-patterns.ts'
import { samplesOf } from '../../pattern-samples.ts'

test('no hint hides a sentence of its patterns', () => {
  const hidden = SENTENCE_GROUPS.flatMap(({ hint, patterns }) =>
    patterns.flatMap(({ words }) =>
      samplesOf(words).filter((text) => text.search(words) >= 0 && !hint.test(foldCase(text))),
    ),
  )
  expect(hidden).toEqual([])
})
