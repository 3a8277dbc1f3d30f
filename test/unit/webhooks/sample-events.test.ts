import { expect, test } from 'vitest'
import { isIdentifier } from '../../../shared/platform/identifiers.ts'
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts'
import { sampleEvent } from '../../../shared/webhooks/sample-events.ts'
import { schemaMismatches } from '../../contract/schema-mismatches.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

test.each(EVENT_TYPES)('the sample of %s has the schema of the real event', (type) => {
  const sample = sampleEvent(type, NOW)
  const steps = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema']
  expect(schemaMismatches(steps, sample)).toEqual([])
  expect(sample).toMatchObject({ type, timestamp: NOW.toISOString() })
})

test.each(EVENT_TYPES)('the status in the sample of %s is that of the event', (type) => {
  const [subject, ending] = type.split('.')
  const { data } = sampleEvent(type, NOW)
  const status = 'status' in data ? data.status : null
  if (subject === 'analysis' || subject === 'correlation' || subject === 'bulk')
    expect(status).toBe(ending)
  if (type === 'monitor.unmonitorable') expect(status).toBe('unmonitorable')
})

test.each(EVENT_TYPES)('the sample of %s names only reserved hosts and valid ids', (type) => {
  const text = JSON.stringify(sampleEvent(type, NOW))
  const hosts = text.match(/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|example|test)\b/g) ?? []
  expect(hosts.length).toBeGreaterThan(0)
  expect(hosts.filter((host) => !host.endsWith('example'))).toEqual([])
  for (const id of text.match(/\b(?:job|mon|cor|blk|chg|fbk)_[0-9a-z]{26}/g) ?? [])
    expect(isIdentifier(id.slice(0, 3) as 'job', id)).toBe(true)
})
