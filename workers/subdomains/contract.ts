import { z } from '@hono/zod-openapi'
import { Time } from '../../shared/platform/http/fields.ts'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { Enumeration } from '../../shared/subdomains/enumeration.ts'
import { endpoint } from '../endpoint.ts'

export const SubdomainsResponse = Enumeration.extend({
  job_id: z.string(),
  domain: z.string(),
  enumerated_at: Time,
  expires_at: Time,
  cached: z.boolean(),
}).openapi('SubdomainsResponse')

export const jobSubdomains = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/subdomains',
  operationId: 'getJobSubdomains',
  credential: 'key',
  playgroundKeys: true,
  tags: ['Jobs'],
  summary: 'List the names under the domain of a finished job',
  description:
    'The first call searches certificate logs and the DNS, which takes a few seconds. Until ' +
    'the cache expires, later calls return the same names. An account may start a number of ' +
    'searches per day (UTC): free 10, pro 200, team 2,000. Stored names do not count, and ' +
    'beyond the limit a search answers 429 with Retry-After. `sources_failed` lists the ' +
    'sources that failed, so that their names are missing. The names of a passive job come from ' +
    'certificate logs only, are stored apart, and no name is guessed.',
  request: { params: z.object({ job_id: z.string() }) },
  responses: { 200: enveloped(SubdomainsResponse, 'The names, shortest first.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})
