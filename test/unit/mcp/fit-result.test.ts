import { decode } from '@toon-format/toon'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitResult, RESULT_BYTES_MAX } from '../../../workers/mcp/tools/fit-result.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

const record = fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue(), {
  maxKeys: 20,
  noNullPrototype: true,
})

const manyRows = (rows: number) =>
  Array.from({ length: rows }, (_, n) => ({
    rank: n,
    entity: `Company ${n} with quite a long name`,
    aliases: ['a', 'b'],
  }))

describe('fitResult', () => {
  test('short data is passed on unchanged, as an object and as TOON', () => {
    const data = { job_id: 'job_1', status: 'completed', candidates: manyRows(3) }
    const { content, structuredContent } = fitResult(data, { resource: 'attribution://jobs/job_1' })
    expect(structuredContent).toEqual(data)
    expect(content).toHaveLength(1)
    expect(content[0]?.type === 'text' && decode(content[0].text)).toEqual(data)
  })

  test('long data keeps its first rows, and names the resource with the rest', () => {
    const data = { job_id: 'job_1', candidates: manyRows(2_000), result: { notes: ['kept'] } }
    const { content, structuredContent } = fitResult(data, { resource: 'attribution://jobs/job_1' })
    const { candidates, ...rest } = structuredContent
    const shown = candidates as unknown[]
    expect(shown.length).toBeGreaterThan(50)
    expect(shown).toEqual(data.candidates.slice(0, shown.length))
    expect(rest).toMatchObject({
      job_id: 'job_1',
      truncated: true,
      resource: 'attribution://jobs/job_1',
      result: data.result,
    })
    expect(content[1]).toMatchObject({ type: 'resource_link', uri: 'attribution://jobs/job_1' })
  })

  test('a long list inside a row is cut, and not the rows', () => {
    const rows = [
      { name: 'first', domains: manyRows(2_000) },
      { name: 'second', domains: [] },
    ]
    const { entities } = fitResult({ entities: rows }).structuredContent as {
      entities: typeof rows
    }
    expect(entities.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(entities[0]?.domains.length).toBeGreaterThan(50)
  })

  test('a page that is cut continues after the last row that is left', () => {
    const continued = ({ rows }: { rows?: { rank: number }[] }) => ({
      next_cursor: rows?.at(-1)?.rank,
    })
    const cut = fitResult(
      { rows: manyRows(2_000), next_cursor: null },
      { continued },
    ).structuredContent
    const rows = cut.rows as { rank: number }[]
    expect(rows.length).toBeGreaterThan(50)
    expect(cut.next_cursor).toBe(rows.length - 1)
    const whole = { rows: manyRows(3), next_cursor: 7 }
    expect(fitResult(whole, { continued }).structuredContent).toEqual(whole)
  })

  test('one very long text is cut when there is no list', () => {
    const { structuredContent } = fitResult({ status: 'ok', observed: 'é'.repeat(100_000) })
    expect(structuredContent.truncated).toBe(true)
    expect(structuredContent.status).toBe('ok')
  })

  test('no data makes a result that is too long, and short data is never cut', () => {
    const long = fc
      .tuple(record, fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 400 }))
      .map(([data, characters, rows]) => ({
        ...data,
        text: 'x'.repeat(characters),
        rows: manyRows(rows),
      }))
    fc.assert(
      fc.property(fc.oneof(record, long), (data) => {
        const result = fitResult(data, { resource: 'attribution://jobs/job_1' })
        expect(bytesOf(result)).toBeLessThanOrEqual(RESULT_BYTES_MAX)
        const isCut = result.structuredContent.truncated === true && !('truncated' in data)
        if (!isCut) expect(result.structuredContent).toEqual(data)
      }),
      { numRuns: 200 },
    )
  })
})
