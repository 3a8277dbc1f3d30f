import { expect, test } from 'vitest'
import type { Database } from '../../../shared/platform/db/client.ts'
import { eventBody, type SubjectRenderer } from '../../../shared/webhooks/event-body.ts'

const db = {} as Database
const nothing: SubjectRenderer = async () => null
const renderers = {
  job: async (_: Database, { subjectId }: { subjectId: string }) => ({
    timestamp: 't',
    data: subjectId,
  }),
  blk: nothing,
  cor: nothing,
  chg: nothing,
  mon: nothing,
  fbk: nothing,
}
const bodyOf = (subjectId: string) =>
  eventBody(db, renderers, {
    accountId: 'usr_1',
    subjectId,
    eventType: 'analysis.completed',
    tier: 'free',
  })

test('the body names the event and holds what the renderer of the kind of subject returns', async () => {
  expect(await bodyOf('job_1')).toBe('{"type":"analysis.completed","timestamp":"t","data":"job_1"}')
})

test('a subject that no longer exists has no body, and an unknown kind is an error', async () => {
  expect(await bodyOf('cor_1')).toBeNull()
  await expect(bodyOf('xxx_1')).rejects.toThrow('there is no renderer for xxx_1')
})
