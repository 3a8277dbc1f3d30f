import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FUNCTION_FILES } from '../../migrations/apply.ts'

const FOLDER = path.join(import.meta.dirname, '../../migrations')
const LINE_CHARACTERS_MAX = 100
/**
 * All SQL functions together may read at most this number of single JSON fields (`->>`). One call
 * of jsonb_to_record is better: it reads all fields and also checks their types.
 */
const MEMBER_READS_MAX = 20
const INVARIANT_TRIGGERS = [
  'certificates_never_change',
  'ledger_entries_append_only',
  'ledger_entries_no_truncate',
]

const functionFiles = readdirSync(path.join(FOLDER, 'functions')).sort()
const numberedFiles = readdirSync(FOLDER).filter((name) => /^\d{4}_.*\.sql$/.test(name))
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8')
const functions = functionFiles.map((name) => ({ name, text: read(`functions/${name}`) }))
const CREATED = /^create (?:or replace )?(?:function|trigger|view) (\w+)/gim

const code = (text: string) => text.replace(/--[^\n]*/g, '').replace(/'(?:[^']|'')*'/g, "''")

function caseDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [word] of code(text).matchAll(/\bcase\b|\bend\b(?!\s*(?:if|loop|\$\$|;))/gi)) {
    depth = word.toLowerCase() === 'case' ? depth + 1 : Math.max(0, depth - 1)
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

describe('the SQL of the service', () => {
  test('every file of functions is applied, and each is named once', () => {
    expect([...FUNCTION_FILES, 'indexed'].map((name) => `${name}.sql`).sort()).toEqual(
      functionFiles,
    )
  })

  test('a function, trigger or view has its current text in one place', () => {
    const names = functions.flatMap(({ text }) =>
      [...text.matchAll(CREATED)].map(([, name]) => name),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    const numbered = numberedFiles.filter((name) => [...read(name).matchAll(CREATED)].length > 0)
    expect(numbered).toEqual([])
  })

  test('the documents say for every table how long its rows stay', () => {
    const tables = [...read('schema.sql').matchAll(/^create table (\w+)/gm)].map(
      ([, table]) => table,
    )
    const operations = readFileSync(path.join(FOLDER, '../docs/operations.md'), 'utf8')
    const [section = ''] = /## How long data stays[\s\S]*?(?=\n## )/.exec(operations) ?? []
    expect(tables.length).toBeGreaterThan(20)
    expect(tables.filter((table) => !section.includes(`\`${table}\``))).toEqual([])
  })

  test('triggers only refuse changes', () => {
    const triggers = functions.flatMap(({ text }) =>
      [...text.matchAll(/^create or replace trigger (\w+)[\s\S]*?execute function (\w+)/gim)]
        .filter(
          ([, name, action]) => action !== 'refuse_transition' || !/_transitions$/.test(name ?? ''),
        )
        .map(([, name]) => name),
    )
    expect(triggers.sort()).toEqual(INVARIANT_TRIGGERS)
  })

  test.each(functions)('$name has short lines and no case inside a case', ({ text }) => {
    const long = text.split('\n').filter((line) => line.length > LINE_CHARACTERS_MAX)
    expect(long).toEqual([])
    expect(Math.max(...text.split(/^create /m).map(caseDepth))).toBeLessThanOrEqual(1)
  })

  test('input is read as a record with types', () => {
    const reads = functions.flatMap(({ name, text }) =>
      [...text.matchAll(/->>\s*'/g)].map(() => name),
    )
    expect(reads.length, `reads in ${[...new Set(reads)].join(', ')}`).toBeLessThanOrEqual(
      MEMBER_READS_MAX,
    )
  })
})
