import { z } from '@hono/zod-openapi'
import {
  EntitySignals,
  ScoringResult,
  WARNING_KINDS,
} from '../../shared/attribution/scoring/scoring-result.ts'
import {
  AnswerReliability,
  Job,
  JobProjection,
  JobStatus,
  templateQuery,
} from '../../shared/jobs/job.ts'
import { jobForProof } from '../../shared/jobs/read-job.ts'
import { stixBundle } from '../../shared/jobs/stix/bundle-description.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Jobs']
const params = z.object({ job_id: z.string() })

/**
 * Job in a list of jobs. Instead of the full result, it contains the answer and its reliability.
 */
const JobListItem = Job.omit({ scoring_result: true })
  .extend({
    entity: z.string().nullable(),
    confidence: z.number().nullable(),
    ...AnswerReliability,
  })
  .openapi('JobListItem')

const SignalsResponse = z.object({
  job_id: z.string(),
  domain: z.string(),
  ...AnswerReliability,
  entities: z.array(EntitySignals),
})

export const listJobs = endpoint({
  method: 'get',
  path: '/jobs',
  credential: 'bearer or key',
  playgroundKeys: true,
  tags,
  summary: 'List the jobs of the account, newest first',
  description:
    'A finished job is deleted after 400 days, and a sandbox job after 7 days. The history of its domain stays. `warning` lists jobs whose result has a warning of this kind. A row shows at most 10 warnings, each text with at most 300 characters; the job shows all.',
  request: {
    query: z.object({
      limit: queryNumber(1, 100, 20),
      offset: queryOffset(),
      status: JobStatus.optional(),
      domain: z.string().max(1_000).optional(),
      outcome: ScoringResult.shape.outcome.optional(),
      warning: z.enum(WARNING_KINDS).optional(),
    }),
  },
  responses: {
    200: enveloped(
      z.object({ jobs: z.array(JobListItem) }).openapi('JobListResponse'),
      'A page of jobs.',
      'paged',
    ),
  },
  refuses: ['INVALID_DOMAIN'],
})

export const getJob = endpoint({
  method: 'get',
  path: '/jobs/{job_id}',
  credential: 'key',
  playgroundKeys: true,
  joined: (services, proof, { job_id = '' }) => jobForProof(services, proof, job_id),
  tags,
  summary: 'Get one job, with live progress while it runs and the result after it has ended',
  description:
    'Returns the whole `Job`. With `template`, returns a `JobProjection`: only the fields that the template names, in the structure of the job.',
  request: { params, query: z.object({ template: templateQuery }) },
  responses: { 200: enveloped(z.union([Job, JobProjection]), 'The job.') },
  refuses: ['NOT_FOUND'],
})

export const jobSignals = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/signals',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'List the signals for and against each candidate',
  request: { params },
  responses: {
    200: enveloped(SignalsResponse, 'The signals of each candidate.'),
  },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const jobStix = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/stix',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get a finished analysis as a STIX 2.1 bundle',
  description:
    "The bundle contains the domain name; an `identity` and a `relationship` for each candidate that the tier may see, the top candidate first; the observed data of DNS and of the registration; and a `note` with the signals, whose labels are the basis and the kinds of the warnings. The relationship has the type `related-to` and the label `operated-by`, because importing tools ignore types that the specification does not list; its `confidence` is the candidate's (0 to 100) and its `description` the rationale. An analysis without a clear operator has only the domain name and the note. Every request returns the same bytes; `created` is the completion of the job. `Accept` is ignored.",
  request: { params },
  responses: { 200: stixBundle('The bundle.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const jobEvents = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/events',
  credential: 'bearer or key',
  playgroundKeys: true,
  tags,
  summary: 'Stream the progress as server-sent events; the last event contains the finished job',
  request: { params, headers: z.object({ 'last-event-id': z.string().max(64).optional() }) },
  responses: {
    200: {
      description:
        'Events `progress` (the progress object) and, as the last event, `done` (the job).',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    204: {
      description: 'The client has already received the event `done`; no more events follow.',
    },
  },
  refuses: ['NOT_FOUND'],
})
