import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readDocument } from '../../../../../shared/attribution/collectors/page/read-document.ts'
import { SENTENCE_PATTERNS } from '../../../../../shared/attribution/collectors/page/sentence-patterns.ts'
import { foldCase } from '../../../../../shared/attribution/collectors/page/triggers/letter-case.ts'
import { Triggers, triggerOf } from '../../../../../shared/attribution/collectors/page/triggers/page-triggers.ts'

const DOMAINS = path.join(import.meta.dirname, '../../../../internet/domains')
const Case = z.looseObject({ site: z.looseObject({ pages: z.record(z.string(), z.unknown()).default({}) }).optional() })

const lines = readdirSync(DOMAINS)
  .filter((name) => name.endsWith('.json') && !name.startsWith('_'))
  .flatMap((name) =>
    Object.values(Case.parse(JSON.parse(readFileSync(path.join(DOMAINS, name), 'utf8'))).site?.pages ?? {}),
  )
  .flatMap((page) => readDocument(Array.isArray(page) ? page.join('\n') : String(page)).lines)

describe('trigger words', () => {
  it('allow each sentence pattern in each line of the sample sites that it matches', () => {
    let matches = 0
    for (const { text, triggers } of lines)
      for (const { words, trigger } of SENTENCE_PATTERNS) {
        if (foldCase(text).search(words) < 0) continue
        matches += 1
        expect(triggers.allow(trigger), `${words.source}: ${text}`).toBe(true)
      }
    expect(matches).toBeGreaterThan(10)
  })

  it('allow a sentence pattern in few lines', () => {
    const allowed = lines.reduce(
      (sum, { triggers }) => sum + SENTENCE_PATTERNS.filter(({ trigger }) => triggers.allow(trigger)).length,
      0,
    )
    expect(allowed).toBeLessThan(lines.length * SENTENCE_PATTERNS.length * 0.05)
  })

  it('need a word of each set of one pattern', () => {
    const trigger = triggerOf(/owner\s*:/iu, /betreiber/iu)
    const allows = (text: string): boolean => Triggers.in(text).allow(trigger)
    expect([allows('Owner: Kork'), allows('Betreiber Kork'), allows('owner Kork'), allows('a: b')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('always allow a pattern without words', () => {
    expect(Triggers.in('').allow(triggerOf(/\s*/u))).toBe(true)
  })

  it('are those of any of several texts', () => {
    const trigger = triggerOf(/owner/iu)
    expect(Triggers.inAny([Triggers.in('a'), Triggers.in('the OWNER')]).allow(trigger)).toBe(true)
    expect(Triggers.inAny([Triggers.in('a'), Triggers.in('b')]).allow(trigger)).toBe(false)
    expect(Triggers.inAny([]).allow(trigger)).toBe(false)
  })
})
