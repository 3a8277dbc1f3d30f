import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './sources.ts'

const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const STATES = ['met', 'accepted', 'not applicable']
const NUMBERED = /^- \*\*(?:API\d+|\d+\.\d+\.\d+)/
/**
 * Format of an entry: `- **1.1.1** requirement (L2, state): proof`. Entries about the risks of
 * OWASP have no level such as L2.
 */
const ENTRY = /^- \*\*([^*]+)\*\* [^(]+ \((?:L\d, )?([^)]+)\): (.+)$/
const ENTRIES = TEXT.split(/\n(?! )/)
  .filter((text) => NUMBERED.test(text))
  .map((text) => {
    const entry = text.replaceAll(/\s+/g, ' ')
    const [, name = entry, state = '', proof = ''] = ENTRY.exec(entry) ?? []
    return { name, state, proof }
  })

describe('docs/security.md', () => {
  test('answers every risk and requirement with a state and a proof or reason', () => {
    expect(ENTRIES.filter(({ name }) => name.startsWith('API'))).toHaveLength(10)
    expect(ENTRIES.length).toBeGreaterThan(150)
    expect(ENTRIES.filter(({ state, proof }) => !STATES.includes(state) || proof === '')).toEqual(
      [],
    )
  })

  test('names only tests and files that exist', () => {
    const quoted = [
      ...TEXT.replace(/\s+/g, ' ').matchAll(
        /`((?:test|workers|shared|docs)\/[^`]+)`(?: "([^"]+)")?/g,
      ),
    ]
    const missing = quoted.filter(([, path = '', title]) => {
      const file = join(ROOT, path)
      // The document may break a line inside a title, so each group of white space becomes one
      // space.
      const words = title?.replaceAll(/\s+/g, ' ')
      return (
        !existsSync(file) || (words !== undefined && !readFileSync(file, 'utf8').includes(words))
      )
    })
    expect(missing.map(([all]) => all)).toEqual([])
    expect(quoted.filter(([, path = '']) => path.includes('.test.ts')).length).toBeGreaterThan(80)
  })
})
