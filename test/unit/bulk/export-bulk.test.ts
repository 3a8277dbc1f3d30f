import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportLink } from '../../../shared/bulk/export-links.ts'
import { bulkCsvHeader, bulkCsvRecords, jsonRecords } from '../../../shared/bulk/export-records.ts'
import type { ExportedRow } from '../../../shared/bulk/queries.ts'
import { storeFile } from '../../../shared/bulk/store-file.ts'
import { sandboxOutcome } from '../../../shared/jobs/sandbox-outcome.ts'
import { isSigned, signParts } from '../../../shared/platform/crypto/signed-parts.ts'

const row = (over: Partial<ExportedRow>): ExportedRow => ({
  line: 0,
  domain: 'a.com',
  jobId: 'job_1',
  status: 'completed',
  errorCode: null,
  errorMessage: null,
  completedAt: '2026-01-01 00:00:00+00',
  registrar: null,
  result: null,
  signals: null,
  evidence: null,
  stopped: false,
  ...over,
})
const FREE = { tier: 'free', PUBLIC_URL: 'https://a.example' } as const

const objectsOf = (rows: ExportedRow[]) =>
  jsonRecords(rows, FREE)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('records of a bulk export', () => {
  test('a CSV record has a cell for each column, and untrusted text in it starts no formula', () => {
    const csv =
      bulkCsvHeader() +
      bulkCsvRecords([row({ registrar: ' =1+1; x', errorCode: 'X', errorMessage: 'y' })], FREE)
    const [header, cells] = parse(csv, { record_delimiter: '\r\n' }) as string[][]
    expect(header?.join()).toBe(
      'domain,status,entity,confidence,outcome,second_candidate,registrar,error,job_id,basis,warnings,domain_unicode,answer_url',
    )
    expect(cells).toEqual([
      'a.com',
      'completed',
      '',
      '',
      '',
      '',
      "' =1+1; x",
      'X: y',
      'job_1',
      '',
      '',
      'a.com',
      'https://a.example/app/jobs/job_1',
    ])
  })

  test('a CSV record has the basis, the kinds of the warnings and the Unicode form of the domain', () => {
    const { result } = sandboxOutcome('test-imitation', 'a.com', '')
    const warnings = [
      ...result.warnings,
      { kind: 'parked' as const, severity: 'info' as const, entity: null, detail: '' },
    ]
    const rows = [
      row({ domain: 'xn--bckerei-5wa.de', result: { ...result, basis: 'stated', warnings } }),
      row({
        domain: 'xn--?',
        status: null,
        jobId: null,
        errorCode: 'INVALID_DOMAIN',
        errorMessage: 'It is bad.',
      }),
    ]
    const records = parse(bulkCsvHeader() + bulkCsvRecords(rows, FREE), {
      columns: true,
    }) as Record<string, string>[]
    expect(
      records.map(({ basis, warnings: kinds, domain_unicode: name }) => [basis, kinds, name]),
    ).toEqual([
      ['stated', 'imitates parked', 'bäckerei.de'],
      ['', '', ''],
    ])
  })

  test('a line without a job is pending or rejected, and JSON has one object a line', () => {
    const rows = [
      row({ line: 0, jobId: null, status: null }),
      row({
        line: 1,
        jobId: null,
        status: null,
        errorCode: 'INVALID_DOMAIN',
        errorMessage: 'The domain\nis bad.',
      }),
    ]
    const objects = objectsOf(rows)
    expect(objects.map(({ index, status }) => [index, status])).toEqual([
      [0, 'pending'],
      [1, 'rejected'],
    ])
  })

  test('a stopped line says so, and has no answer and no address of one', () => {
    const rows = [row({ jobId: null, status: null, stopped: true })]
    const csv = parse(bulkCsvHeader() + bulkCsvRecords(rows, FREE), { columns: true })
    expect(csv).toMatchObject([{ domain: 'a.com', status: 'stopped', job_id: '', answer_url: '' }])
    expect(objectsOf(rows)).toMatchObject([
      { status: 'stopped', job_id: null, answer_url: null, scoring_result: null, error: null },
    ])
  })

  test('JSON has the values of all columns of the CSV, warnings as objects', () => {
    const { result } = sandboxOutcome('test-imitation', 'a.com', '')
    const [object] = objectsOf([row({ domain: 'xn--bckerei-5wa.de', result })])
    expect(object).toMatchObject({
      domain_unicode: 'bäckerei.de',
      entity: null,
      confidence: 0.25,
      basis: null,
      warnings: [{ kind: 'imitates', severity: 'high', entity: 'Test Corporation' }],
      answer_url: 'https://a.example/app/jobs/job_1',
    })
  })
})

function bucketInMemory() {
  const objects = new Map<string, string>()
  const partSizes: number[] = []
  const bucket = {
    put: async (key: string, value: Uint8Array) =>
      void objects.set(key, new TextDecoder().decode(value)),
    createMultipartUpload: async (key: string) => {
      const parts: Uint8Array[] = []
      return {
        uploadPart: async (partNumber: number, value: Uint8Array) => {
          // The writer uses its buffer again after this write, so the simulated bucket keeps a
          // copy.
          parts.push(value.slice())
          partSizes.push(value.byteLength)
          return { partNumber, etag: String(partNumber) }
        },
        complete: async () => void objects.set(key, new TextDecoder().decode(Buffer.concat(parts))),
        abort: async () => undefined,
      }
    },
  }
  return { objects, partSizes, bucket: bucket as unknown as Parameters<typeof storeFile>[0] }
}

describe('storing a file in parts', () => {
  const MIB = 1024 * 1024

  test.each([
    ['no content', [], 0],
    ['a few words', ['a,b\r\n', 'c,d\r\n'], 0],
    ['exactly one part', ['x'.repeat(5 * MIB)], 1],
    ['many small pieces', Array.from({ length: 130 }, (_, n) => String(n % 10).repeat(100_000)), 3],
    ['one piece over several parts', ['ä'.repeat(8 * MIB)], 4],
  ])(
    'a file with %s is stored in full, with all parts except the last of 5 MiB',
    async (_, pieces, parts) => {
      const { objects, partSizes, bucket } = bucketInMemory()
      const file = storeFile(bucket, 'k', 'text/csv')
      for (const piece of pieces) await file.write(piece)
      expect(objects.size).toBe(0)
      await file.close()
      expect(objects.get('k') === pieces.join('')).toBe(true)
      expect(partSizes).toHaveLength(parts)
      expect(partSizes.slice(0, -1).every((size) => size === 5 * MIB)).toBe(true)
    },
  )
})

describe('signed links', () => {
  const settings = { PUBLIC_URL: 'https://api.example', EXPORT_LINK_KEY: 'k'.repeat(32) }

  test('an export link is always the same and valid only for its own file', async () => {
    const link = await exportLink(settings, 'blk_1', 'csv', 1_900_000_000)
    expect(await exportLink(settings, 'blk_1', 'csv', 1_900_000_000)).toBe(link)
    const signature = new URL(link).searchParams.get('signature') ?? ''
    const good = (key: string, ...parts: [string, string, string, string]) =>
      isSigned(key, signature, ...parts)
    expect(await good(settings.EXPORT_LINK_KEY, 'export', 'blk_1', 'csv', '1900000000')).toBe(true)
    expect(await good(settings.EXPORT_LINK_KEY, 'export', 'blk_1', 'json', '1900000000')).toBe(
      false,
    )
    expect(await good(settings.EXPORT_LINK_KEY, 'export', 'blk_1', 'csv', '1900000001')).toBe(false)
    expect(await good(settings.EXPORT_LINK_KEY, 'unsubscribe', 'blk_1', 'csv', '1900000000')).toBe(
      false,
    )
    expect(await good('l'.repeat(32), 'export', 'blk_1', 'csv', '1900000000')).toBe(false)
  })

  test('only the exact signature is accepted', async () => {
    const signature = await signParts('key', 'p', 'a')
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), async (other) => {
        expect(await isSigned('key', other, 'p', 'a')).toBe(other === signature)
      }),
    )
  })
})
