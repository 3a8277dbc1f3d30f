import { z } from '@hono/zod-openapi'
import {
  EVIDENCE_URLS_MAX,
  FEEDBACK_STATUSES,
  FEEDBACK_VERDICTS,
  Feedback,
  relation,
} from '../../shared/feedback/feedback.ts'
import { idOf } from '../../shared/platform/http/fields.ts'
import { givenName } from '../../shared/platform/http/given-name.ts'
import { givenNote } from '../../shared/platform/http/given-note.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { parseUrl } from '../../shared/platform/net/url.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Feedback']

const jobId = idOf('job', 'a job')
const ENTITY_CHARACTERS_MAX = 255
const URL_CHARACTERS_MAX = 2_000

const evidenceUrl = z
  .string()
  .max(URL_CHARACTERS_MAX)
  .refine(isHttpsUrl, 'must be an https address without user name and password')
  .openapi({ format: 'uri', example: 'https://www.example.com/imprint' })

function isHttpsUrl(text: string): boolean {
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return false
  const url = parseUrl(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === ''
}

const FeedbackRequest = z
  .strictObject({
    verdict: z.enum(FEEDBACK_VERDICTS),
    correct_entity: givenName(ENTITY_CHARACTERS_MAX)
      .refine((name) => name.length > 1, 'must have at least 2 characters')
      .openapi({ minLength: 2 })
      .nullish(),
    relation: relation.nullish(),
    evidence_urls: z.array(evidenceUrl).max(EVIDENCE_URLS_MAX).default([]),
    note: givenNote.nullish(),
  })
  .refine(
    ({ verdict, correct_entity, relation: given, note }) =>
      verdict === 'right' ||
      verdict === 'unsure' ||
      correct_entity != null ||
      given === 'nobody' ||
      note != null,
    {
      path: ['correct_entity'],
      message: 'is needed for this verdict, or else relation "nobody", or a note',
    },
  )
  .openapi('FeedbackRequest')

export const giveFeedback = endpoint({
  method: 'post',
  path: '/jobs/{job_id}/feedback',
  operationId: 'giveFeedback',
  credential: 'bearer or key',
  tags,
  summary: 'Say if the answer of an analysis is right or wrong',
  description:
    'A second call replaces the first report about the job: fields that it lacks become ' +
    'empty, the id stays, and `revision` rises. `wrong` and `outdated` need `correct_entity`, ' +
    'the relation `nobody` or a note. A report changes no answer and costs nothing. A ' +
    'reviewer reads it; an accepted one improves later versions. An account may send 20 ' +
    'reports in 24 hours.',
  request: {
    params: z.object({ job_id: jobId }),
    body: jsonBody(FeedbackRequest),
  },
  responses: { 200: enveloped(Feedback, 'The stored report.') },
  refuses: ['NOT_FOUND', 'JOB_IN_PROGRESS', 'FEEDBACK_ACCEPTED'],
})

export const listFeedback = endpoint({
  method: 'get',
  path: '/feedback',
  operationId: 'listFeedback',
  credential: 'bearer or key',
  tags,
  summary: 'List the reports of the account, newest first',
  description: '`status` selects reports in this state.',
  request: {
    query: z.object({
      status: z.enum(FEEDBACK_STATUSES).optional(),
      job_id: jobId.optional().openapi({ description: 'Only the report about this job.' }),
      limit: queryNumber(1, 100, 20),
      offset: queryOffset(),
    }),
  },
  responses: {
    200: enveloped(
      z.object({ feedback: z.array(Feedback) }).openapi('FeedbackListResponse'),
      'A page of reports.',
      'paged',
    ),
  },
})

const params = z.object({ feedback_id: z.string() })
const feedbackId = z.object({
  feedback_id: idOf('fbk', 'a report'),
})

export const getFeedback = endpoint({
  method: 'get',
  path: '/feedback/{feedback_id}',
  operationId: 'getFeedback',
  credential: 'bearer or key',
  tags,
  summary: 'Show one report and the decision about it',
  description: '`resolution` is null until a reviewer has decided.',
  request: { params },
  responses: { 200: enveloped(Feedback, 'The report.') },
  refuses: ['NOT_FOUND'],
})

export const deleteFeedback = endpoint({
  method: 'delete',
  path: '/feedback/{feedback_id}',
  operationId: 'deleteFeedback',
  credential: 'bearer or key',
  tags,
  summary: 'Delete a report that has not been accepted',
  description: 'An accepted report stays, because answers may rest on it.',
  request: { params: feedbackId },
  responses: {
    200: enveloped(
      z
        .object({ feedback_id: z.string(), deleted: z.literal(true) })
        .openapi('FeedbackDeletedResponse'),
      'The report is deleted.',
    ),
  },
  refuses: ['NOT_FOUND', 'FEEDBACK_ACCEPTED'],
})
