import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './sources.ts'

const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const STATES = ['met', 'accepted', 'not applicable']
/**
 * Rows of the tables of requirements: a number or a name of a risk, then other columns, the state,
 * and the proof.
 */
const ROWS = TEXT.split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, name = '']) => /^(API\d+ |\d+\.\d+\.\d+)/.test(name))
  .map((cells) => ({ name: cells[1] ?? '', state: cells.at(-3) ?? '', proof: cells.at(-2) ?? '' }))

describe('docs/security.md', () => {
  test('answers every risk and requirement with a state and a proof or reason', () => {
    expect(ROWS.filter(({ name }) => name.startsWith('API'))).toHaveLength(10)
    expect(ROWS.length).toBeGreaterThan(150)
    expect(ROWS.filter(({ state, proof }) => !STATES.includes(state) || proof === '')).toEqual([])
  })

  test('names only tests and files that exist', () => {
    const quoted = [
      ...TEXT.replace(/\s+/g, ' ').matchAll(
        /`((?:test|workers|shared|docs)\/[^`]+)`(?: "([^"]+)")?/g,
      ),
    ]
    const missing = quoted.filter(([, path = '', title]) => {
      const file = join(ROOT, path)
      // The document breaks its lines inside titles.
      const words = title?.replaceAll(/\s+/g, ' ')
      return (
        !existsSync(file) || (words !== undefined && !readFileSync(file, 'utf8').includes(words))
      )
    })
    expect(missing.map(([all]) => all)).toEqual([])
    expect(quoted.filter(([, path = '']) => path.includes('.test.ts')).length).toBeGreaterThan(80)
  })
})
