import { z } from '@hono/zod-openapi'
import { vars } from '../../shared/platform/environment.ts'
import { endpoint, enveloped, refusals } from '../../shared/platform/http/endpoint.ts'
import { SubdomainsResponse } from '../../shared/subdomains/enumeration.ts'
import type { SubdomainObjects } from '../../shared/subdomains/subdomain-finder.ts'

export const needs = vars('DATABASE_URL', 'API_KEY_PEPPER').extend({ SUBDOMAINS: z.custom<SubdomainObjects>() })

export const jobSubdomains = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/subdomains',
  credential: 'key',
  tags: ['Jobs'],
  summary: 'What lives under the domain of a finished job',
  description:
    'The first call looks for names in certificate logs and in the DNS, which takes some seconds; later calls within the cache lifetime answer what it found. `sources_failed` names sources whose names are missing.',
  request: { params: z.object({ job_id: z.string() }) },
  responses: {
    200: enveloped(SubdomainsResponse, 'The names, shortest first.'),
    ...refusals('NOT_FOUND', 'JOB_IN_PROGRESS'),
  },
})
