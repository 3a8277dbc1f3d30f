import { expect, test, vi } from 'vitest'
import { runParts } from '../../../workers/crons/parts.ts'

test('a failing part is logged and reported in the error, and the other parts run', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const done: string[] = []
  const parts = {
    first: async () => {
      throw new Error('broken on purpose')
    },
    second: async () => done.push('second'),
    third: () => Promise.reject(new Error('broken too')),
  }
  await expect(runParts('req_of_the_tests', parts)).rejects.toThrow('failed: first, third')
  expect(done).toEqual(['second'])
  expect(lines.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { event: 'cron.part_failed', part: 'first', error: 'Error: broken on purpose' },
    { event: 'cron.part_failed', part: 'third' },
  ])
})
