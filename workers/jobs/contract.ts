import { z } from '@hono/zod-openapi'
import { Verdict } from '../../shared/attribution/answer/verdict.ts'
import { PICTURE_TYPES } from '../../shared/attribution/evidence.ts'
import {
  EntitySignals,
  ScoringResult,
  WARNING_KINDS,
} from '../../shared/attribution/scoring/scoring-result.ts'
import { BATCH_DOMAINS_MAX } from '../../shared/jobs/analyze-batch.ts'
import {
  AnswerReliability,
  Charge,
  DEPTHS,
  Job,
  JobError,
  JobProjection,
  JobStatus,
  Passive,
  templateQuery,
} from '../../shared/jobs/job.ts'
import { stixBundle } from '../../shared/jobs/stix/bundle-description.ts'
import { LlmApiKey } from '../../shared/models/llm-keys.ts'
import { KEY_PROVIDERS } from '../../shared/models/providers.ts'
import { CallbackUrl, DomainText } from '../../shared/platform/http/fields.ts'
import { queryFlag, queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import {
  body,
  enveloped,
  jsonBody,
  POLLED,
  RETRY_AFTER,
} from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

export const SubmitRequest = z
  .strictObject({
    domain: DomainText.openapi({
      description:
        '`[.]`, `(.)`, `[dot]` and `hxxp` are undone. A URL or an email address is refused with ' +
        'the domain in it as `suggestion`.',
    }),
    force_refresh: z
      .boolean()
      .default(false)
      .openapi({
        description:
          'Starts an analysis even if one of the domain is running, and uses no registration data ' +
          'that was collected more than an hour ago.',
      }),
    depth: z.enum(DEPTHS).default('deep'),
    passive: Passive,
    callback_url: CallbackUrl.optional(),
  })
  .openapi('SubmitRequest')

export const SubmitResponse = z
  .object({
    job_id: z.string(),
    status: JobStatus,
    deduplicated: z.boolean(),
    charge: Charge,
  })
  .openapi('SubmitResponse')

const OwnKeyHeaders = z.object({
  'x-llm-api-key': LlmApiKey.optional().openapi({
    description:
      'Used for this analysis only, kept in memory and never stored. Requires X-LLM-Provider. ' +
      'The response header X-LLM-API-Key-Used says if the analysis uses the key.',
  }),
  'x-llm-provider': z
    .string()
    .max(64)
    .optional()
    .openapi({ enum: [...KEY_PROVIDERS], description: 'Provider of the key in X-LLM-API-Key.' }),
})

const KEY_USED = { 'X-LLM-API-Key-Used': { $ref: '#/components/headers/X-LLM-API-Key-Used' } }

export const analyze = endpoint({
  method: 'post',
  path: '/analyze',
  operationId: 'analyze',
  credential: 'key',
  playgroundKeys: true,
  idempotent: true,
  tags: ['Analysis'],
  summary: 'Submit one domain',
  description:
    'A deep analysis is queued, and the response is 202. If the account already has its ' +
    'maximum number of unfinished analyses (free 20, pro 50, team 100), a deep analysis stays ' +
    'queued until one of them ends, and a quick analysis answers 429. While an analysis is ' +
    'unfinished, a further submission of the same domain returns the same job (but never a ' +
    'passive one for an active one, or the reverse) and may add its `callback_url`; a job has at ' +
    'most 5 (else 422). With `wait=true`, the response waits for about 20 seconds and contains ' +
    'the finished job if it ends in that time. A quick analysis responds with 200 and the ' +
    'finished job. If the DNS gives no answer about the domain, the job fails and is refunded. ' +
    'With `template`, the finished job is a `JobProjection`: only the fields that the template ' +
    'names. A deep analysis asks the reverse WHOIS provider only how many domains the ' +
    'registrant has, which is free; the list of their names is bought by ' +
    '`GET /domains/{domain}/portfolio`.',
  request: {
    headers: OwnKeyHeaders,
    query: z.object({ wait: queryFlag(false), template: templateQuery }),
    body: jsonBody(SubmitRequest),
  },
  responses: {
    200: {
      ...enveloped(z.union([Job, JobProjection]), 'The finished job (quick, or wait=true).'),
      headers: KEY_USED,
    },
    202: {
      ...enveloped(SubmitResponse, 'The job is queued, or an unfinished job is returned again.'),
      headers: { ...KEY_USED, ...POLLED },
    },
  },
  refuses: [
    'INVALID_COMBINATION',
    'UNSUPPORTED_PROVIDER',
    'QUOTA_EXCEEDED',
    'INVALID_DOMAIN',
    'DISPATCH_FAILED',
    'NOT_FOUND',
  ],
})

export const BatchSubmitRequest = z
  .strictObject({
    domains: z
      .array(DomainText)
      .min(1, 'must hold at least one domain')
      .max(BATCH_DOMAINS_MAX, `must hold at most ${BATCH_DOMAINS_MAX} domains`)
      .openapi({ example: ['example.com', 'example.org'] }),
    depth: z.enum(DEPTHS).default('deep'),
    passive: Passive,
    callback_url: CallbackUrl.optional(),
  })
  .openapi('BatchSubmitRequest')

export const BatchResponse = z
  .object({
    jobs: z.array(
      z.object({
        domain: z.string(),
        job_id: z.string().optional(),
        status: JobStatus.optional(),
        charge: Charge.optional(),
        result: Job.optional(),
        basis: AnswerReliability.basis.optional(),
        warnings: AnswerReliability.warnings.optional(),
        error: JobError.optional(),
      }),
    ),
    accepted: z.number().int(),
    failed: z.number().int(),
    credits_refunded: z.number().int(),
  })
  .openapi('BatchResponse')

export const batch = endpoint({
  method: 'post',
  path: '/analyze/batch',
  operationId: 'analyzeBatch',
  credential: 'key',
  playgroundKeys: true,
  idempotent: true,
  tags: ['Analysis'],
  summary: 'Submit up to 50 domains',
  description:
    'Each domain is processed separately. The response contains one entry for each domain, in ' +
    'order: a job or an error. Quick analyses run at once, and the response contains their ' +
    'results. The limits of unfinished analyses and of callback addresses are those of `POST ' +
    '/analyze`. A repeated domain is analyzed and charged once.',
  request: { body: jsonBody(BatchSubmitRequest) },
  responses: {
    200: body(BatchResponse, 'All quick analyses have ended.'),
    202: { ...body(BatchResponse, 'All domains are accepted.'), headers: RETRY_AFTER },
    207: body(
      BatchResponse,
      'Some domains failed: their entries carry an error. Or a quick analysis was ' +
        'interrupted: its entry has no result, and its job goes on.',
    ),
    422: body(BatchResponse, 'All domains failed, or the whole request is refused.'),
  },
})

const tags = ['Jobs']
const params = z.object({ job_id: z.string() })

const JobListItem = Job.omit({ scoring_result: true })
  .extend({
    progress: Job.shape.progress.omit({ collectors: true, candidate: true }),
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
  operationId: 'listJobs',
  credential: 'bearer or key',
  playgroundKeys: true,
  tags,
  summary: 'List the jobs of the account, newest first',
  description:
    'A finished job is deleted after 400 days, and a sandbox job after 7 days. The history of ' +
    'its domain stays. `warning` lists jobs whose result has a warning of this kind. A row ' +
    'shows at most 10 warnings, each text with at most 300 characters; the job shows all.',
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
  operationId: 'getJob',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get one job, with live progress while it runs and the result after it has ended',
  description:
    'Returns the whole `Job`. With `template`, returns a `JobProjection`: only the fields ' +
    'that the template names, in the structure of the job. With `wait=true`, the response ' +
    'waits for the end of the job, at most about 20 seconds. `Retry-After` is sent while the ' +
    'job is unfinished.',
  request: { params, query: z.object({ wait: queryFlag(false), template: templateQuery }) },
  responses: {
    200: { ...enveloped(z.union([Job, JobProjection]), 'The job.'), headers: RETRY_AFTER },
  },
  refuses: ['NOT_FOUND'],
})

export const jobSignals = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/signals',
  operationId: 'getJobSignals',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'List the signals for and against each candidate',
  description:
    'Each signal says what was observed, and its share of the evidence for the candidate. ' +
    '`correlations` say which signals reinforce, repeat or contradict each other.',
  request: { params },
  responses: { 200: enveloped(SignalsResponse, 'The signals of each candidate.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const jobVerdict = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/verdict',
  operationId: 'getJobVerdict',
  credential: 'bearer or key',
  playgroundKeys: true,
  tags,
  summary: 'Get a finished analysis in the words of a page: headline, meaning, reasons, facts',
  description:
    'Contains all that a page needs to show an answer: a headline, sentences about confidence, ' +
    'basis and warnings, at most eight reasons with what was observed, and facts such as the ' +
    'registrar with its abuse contact, networks, name servers, mail hosts and the title of the ' +
    'page. `GET /jobs/{job_id}` and `/signals` have all values.',
  request: { params },
  responses: { 200: enveloped(Verdict, 'The answer.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const jobPicture = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/picture',
  operationId: 'getJobPicture',
  credential: 'bearer or key',
  playgroundKeys: true,
  tags,
  summary: 'Get the screenshot of the site that a deep analysis took',
  description:
    'Only analyses whose verdict has `facts.picture` have one. `Accept` is ignored. The picture ' +
    'shows the site of a stranger.',
  request: { params },
  responses: {
    200: {
      description: 'The picture, of the media type in `facts.picture`.',
      content: Object.fromEntries(
        PICTURE_TYPES.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
      ),
    },
  },
  refuses: ['NOT_FOUND'],
})

export const jobStix = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/stix',
  operationId: 'getJobStix',
  credential: 'key',
  playgroundKeys: true,
  tags,
  summary: 'Get a finished analysis as a STIX 2.1 bundle',
  description:
    'The bundle contains the domain name; an `identity` and a `relationship` for each ' +
    'candidate that the tier may see, the top candidate first; the observed data of DNS and ' +
    'of the registration; and a `note` with the signals, whose labels are the basis and the ' +
    'kinds of the warnings. The relationship has the type `related-to` and the label ' +
    '`operated-by`, because importing tools ignore types that the specification does not ' +
    "list; its `confidence` is the candidate's (0 to 100) and its `description` the " +
    'rationale. An analysis without a clear operator has only the domain name and the note. ' +
    'A label of observed data names its collector (`collector:dns`). Relationships, notes and ' +
    'observed data refer to the addresses of the job and its certificate. The creator of all ' +
    'objects is one `identity` of the service. They are marked TLP:CLEAR (in STIX 2.1 still ' +
    'named TLP:WHITE), because they hold only public facts. Every request returns the same bytes; `created` is the completion of the job. `Accept` ' +
    'is ignored.',
  request: { params },
  responses: { 200: stixBundle('The bundle.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS'],
})

export const jobEvents = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/events',
  operationId: 'streamJobEvents',
  credential: 'bearer or key',
  playgroundKeys: true,
  tags,
  summary: 'Stream the progress as server-sent events; the last event contains the finished job',
  description:
    'After a lost connection, send the header `Last-Event-ID` with the last id to go on. ' +
    'The stream closes after `done`.',
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
