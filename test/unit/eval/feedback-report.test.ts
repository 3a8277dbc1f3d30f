import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readReports } from '../../eval/feedback-report.ts'
import { reportOf } from './sample-reports.ts'

async function readLines(...lines: string[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'reports-'))
  const file = path.join(folder, 'reports.jsonl')
  await writeFile(file, `${lines.join('\n')}\n`)
  return readReports(file).finally(() => rm(folder, { recursive: true }))
}

const good = JSON.stringify(reportOf())

test('a file of reports is read line by line, and empty lines are skipped', async () => {
  const second = { ...reportOf({ feedback_id: 'fbk_2' }), unknown_field: 1 }
  expect(await readLines(good, '', JSON.stringify(second))).toEqual([
    reportOf(),
    reportOf({ feedback_id: 'fbk_2' }),
  ])
})

test.each<[string, string, string]>([
  ['is not JSON', '{', 'line 3: not JSON'],
  ['has no verdict', JSON.stringify({ ...reportOf(), verdict: undefined }), 'line 3: verdict: '],
  [
    'has an unknown relation',
    JSON.stringify({ ...reportOf(), relation: 'friend' }),
    'line 3: relation: ',
  ],
  ['has no confidence', JSON.stringify({ ...reportOf(), answer: {} }), 'line 3: answer.outcome: '],
  [
    'has broken evidence',
    JSON.stringify({
      ...reportOf(),
      evidence: [{ ...reportOf().evidence[0], data: { rcode: 1 } }],
    }),
    'line 3: evidence.0.data.rcode: ',
  ],
  [
    'has a date without a time',
    JSON.stringify(reportOf({ completed_at: '2026-11-20' })),
    'line 3: completed_at: ',
  ],
])('a line that %s is refused with its number and field', async (_, line, message) => {
  await expect(readLines(good, '', line)).rejects.toThrow(message)
})

test('a missing file is an error', async () => {
  await expect(readReports('/no/such/file.jsonl')).rejects.toThrow('ENOENT')
})
