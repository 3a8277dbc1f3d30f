import { describe, expect, test } from 'vitest'
import {
  correlatePath,
  entityNameIn,
  jobsOfEntity,
} from '../../../workers/dashboard/screens/entities/entity-name.ts'

describe('the name of an entity in a path', () => {
  test.each(['Example GmbH', 'A/S Example', 'AT&T', '100% Design', '%25', 'Ä+B?#c', '株式会社'])(
    '%s is kept',
    (name) => {
      expect(entityNameIn(`/app/entities/${encodeURIComponent(name)}`, 'other')).toBe(name)
    },
  )

  test.each(['/app/jobs', '/app/entities/', '/app/entities/%zz'])('%s has no name', (path) => {
    expect(entityNameIn(path, 'fallback')).toBe('fallback')
  })
})

test('a correlation starts with at most 100 domains', () => {
  const domains = Array.from({ length: 120 }, (_, index) => `d${index}.com`)
  const query = new URLSearchParams(correlatePath(domains).split('?')[1])
  expect(query.get('domains')?.split(',')).toEqual(domains.slice(0, 100))
})

test('jobs of an entity are those that found it or analyzed one of its domains', () => {
  const jobs = [
    { domain: 'a.com', entity: null },
    { domain: 'b.com', entity: 'example gmbh' },
    { domain: 'c.com', entity: 'Other' },
  ]
  expect(jobsOfEntity(jobs, 'Example GmbH', ['a.com']).map(({ domain }) => domain)).toEqual([
    'a.com',
    'b.com',
  ])
})
