import { expect, test } from 'vitest'
import { consumerOf } from '../../../workers/queues/index.ts'

test.each([
  ['analysis', 'analysis'],
  ['domain-attribution--analysis', 'analysis'],
  // The prefix `my-bulk` ends like the name of another queue.
  ['my-bulk--analysis', 'analysis'],
  ['quay--bulk-analysis-dead', 'bulk-analysis-dead'],
])('the queue %s has the consumer of %s', (queue, name) => {
  expect(consumerOf(queue)).toBeDefined()
  expect(consumerOf(queue)).toBe(consumerOf(name))
})

test.each(['quay-analysis', 'quay--unknown', '', '--'])('the queue %s has no consumer', (queue) => {
  expect(consumerOf(queue)).toBeUndefined()
})
