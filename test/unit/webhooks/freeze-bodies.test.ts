import { beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../shared/platform/db/client.ts'
import {
  oneByOne,
  type SubjectRenderers,
  type SubjectsRenderer,
} from '../../../shared/webhooks/event-body.ts'
import { freezeBodies } from '../../../shared/webhooks/freeze-bodies.ts'

const FROZEN_BEFORE = 'a body of another attempt'

/** Stands for Postgres: answers `freeze_delivery_bodies` with the stored bodies. */
const db = {
  execute: async (statement: { queryChunks: unknown[] }) => {
    const argument = statement.queryChunks.find((chunk): chunk is string =>
      String(chunk).startsWith('{'),
    )
    const { bodies } = JSON.parse(argument ?? '{}') as { bodies: { id: string; body: string }[] }
    const answer = bodies.map(({ id, body }) => ({
      id,
      body: id === 'dlv_raced' ? FROZEN_BEFORE : body,
    }))
    return { rows: [{ answer }] }
  },
} as unknown as Database

const services = { db, requestId: 'req_1' }
const nothing: SubjectsRenderer = async (_, subjects) => subjects.map(() => null)

const renderersWith = (job: SubjectsRenderer): SubjectRenderers => ({
  job,
  blk: oneByOne(async (_, { subjectId }) => ({ timestamp: 't', data: subjectId })),
  cor: nothing,
  chg: nothing,
  mon: nothing,
  fbk: nothing,
})

const delivery = (id: string, subjectId: string, body: string | null = null) =>
  ({
    id,
    subjectId,
    body,
    accountId: 'usr_1',
    eventType: 'analysis.completed',
    tier: 'free',
  }) as const

const bodyOf = (data: string) =>
  JSON.stringify({ type: 'analysis.completed', timestamp: 't', data })

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))

test('the deliveries of one kind are rendered together, and a stored body is kept', async () => {
  const asked: string[][] = []
  const renderers = renderersWith(async (_, subjects) => {
    asked.push(subjects.map(({ subjectId }) => subjectId))
    return subjects.map(({ subjectId }) => ({ timestamp: 't', data: subjectId }))
  })
  const bodies = await freezeBodies(services, renderers, [
    delivery('dlv_1', 'job_1'),
    delivery('dlv_2', 'blk_2'),
    delivery('dlv_3', 'job_3'),
    delivery('dlv_4', 'job_4', 'stored'),
    delivery('dlv_raced', 'job_5'),
    delivery('dlv_gone', 'cor_6'),
  ])
  expect(asked).toEqual([['job_1', 'job_3', 'job_5']])
  expect(Object.fromEntries(bodies)).toEqual({
    dlv_1: bodyOf('job_1'),
    dlv_2: bodyOf('blk_2'),
    dlv_3: bodyOf('job_3'),
    dlv_4: 'stored',
    dlv_raced: FROZEN_BEFORE,
    dlv_gone: null,
  })
})

test('an unreadable subject or an unknown kind is left out and does not hold up the others', async () => {
  const renderers = renderersWith(async (_, subjects) => {
    if (subjects.some(({ subjectId }) => subjectId === 'job_bad')) throw new Error('unreadable')
    return subjects.map(({ subjectId }) => ({ timestamp: 't', data: subjectId }))
  })
  const bodies = await freezeBodies(services, renderers, [
    delivery('dlv_1', 'job_1'),
    delivery('dlv_2', 'job_bad'),
    delivery('dlv_3', 'xxx_3'),
    delivery('dlv_4', 'job_4', 'stored'),
  ])
  expect(Object.fromEntries(bodies)).toEqual({ dlv_1: bodyOf('job_1'), dlv_4: 'stored' })
})
