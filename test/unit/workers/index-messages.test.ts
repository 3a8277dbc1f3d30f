import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '../../../shared/platform/services/index.ts'
import { consumerOf } from '../../../workers/queues/index.ts'

let logged: string[]
beforeEach(() => {
  logged = []
  vi.spyOn(console, 'log').mockImplementation((line) => void logged.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())

const outcomeOf = async (queue: string, message: unknown, services = {}) =>
  consumerOf(queue)?.([message], () => services as Services)[0]

const merge = { v: 1, kind: 'domain_index', id: 'merge' }

test.each([
  ['an unknown id', { ...merge, id: 'remove' }],
  ['no list', { ...merge, id: 'source:' }],
  ['a list with a strange name', { ...merge, id: 'source:../brreg' }],
  ['another kind', { ...merge, kind: 'bulk' }],
  ['another version', { ...merge, v: 2 }],
  ['no id', { v: 1, kind: 'domain_index' }],
  ['no object', 'merge'],
])('an index message with %s is tried again like any wrong message', async (_, message) => {
  const wrong = await outcomeOf('emails', { v: 1, kind: 'email', id: 'wrong' })
  expect(wrong).toMatchObject({ then: 'retry', because: 'the message does not match its schema' })
  for (const queue of ['domain-index', 'domain-index-dead'])
    expect(await outcomeOf(queue, message)).toEqual(wrong)
  expect(logged).toEqual([])
})

test('an index message of a list that the service does not know does nothing', async () => {
  const services = { env: { DOMAIN_INDEX_SOURCES: ['ror'] } }
  const unknown = { ...merge, id: 'source:unknown' }
  expect(await outcomeOf('domain-index', unknown, services)).toEqual({ then: 'done' })
})

test.each(['merge', 'source:brreg'])('a lost index message %s is logged', async (id) => {
  expect(await outcomeOf('domain-index-dead', { ...merge, id })).toEqual({ then: 'done' })
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'message.lost', kind: 'domain_index', id },
  ])
})
