import { z } from '@hono/zod-openapi'
import { idOf, Time } from '../../shared/platform/http/fields.ts'
import { givenName } from '../../shared/platform/http/given-name.ts'
import { queryNumber, queryOffset } from '../../shared/platform/http/query-parameters.ts'
import { enveloped, jsonBody } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Schema templates']
const params = z.object({ template_id: z.string() })

const Template = z
  .object({
    template_id: z.string(),
    name: z.string(),
    fields: z.array(z.string()),
    created_at: Time,
  })
  .openapi('SchemaTemplate')

const CreateTemplateRequest = z
  .strictObject({
    name: givenName(64),
    fields: z
      .array(z.string().min(1).max(256))
      .min(1)
      .max(50)
      .openapi({ example: ['domain', 'scoring_result.candidates[].entity'] }),
  })
  .openapi('CreateSchemaTemplateRequest')

export const createTemplate = endpoint({
  method: 'post',
  path: '/schemas/templates',
  operationId: 'createTemplate',
  credential: 'key',
  idempotent: true,
  tags,
  summary: 'Create a template: a named selection of job fields',
  description:
    'A field is a path in the job, for example `scoring_result.candidates[].entity`. Use the ' +
    'template with `?template=` on routes that return a job.',
  request: { body: jsonBody(CreateTemplateRequest) },
  responses: { 200: enveloped(Template, 'The template.') },
  refuses: ['TEMPLATE_EXISTS'],
})

export const listTemplates = endpoint({
  method: 'get',
  path: '/schemas/templates',
  operationId: 'listTemplates',
  credential: 'key',
  tags,
  summary: 'List the templates of the account, newest first',
  description: 'Templates select fields of a job by their paths.',
  request: { query: z.object({ limit: queryNumber(1, 100, 20), offset: queryOffset() }) },
  responses: {
    200: enveloped(
      z.object({ templates: z.array(Template) }).openapi('SchemaTemplateListResponse'),
      'A page of templates.',
      'paged',
    ),
  },
})

export const getTemplate = endpoint({
  method: 'get',
  path: '/schemas/templates/{template_id}',
  operationId: 'getTemplate',
  credential: 'key',
  tags,
  summary: 'Get one template',
  description: '`fields` are the paths that an answer with this template contains.',
  request: { params },
  responses: { 200: enveloped(Template, 'The template.') },
  refuses: ['NOT_FOUND'],
})

export const deleteTemplate = endpoint({
  method: 'delete',
  path: '/schemas/templates/{template_id}',
  operationId: 'deleteTemplate',
  credential: 'key',
  tags,
  summary: 'Delete a template',
  description: 'Requests that name the template afterwards get 404.',
  request: {
    params: z.object({
      template_id: idOf('tpl', 'a template'),
    }),
  },
  responses: {
    200: enveloped(
      z.object({ template_id: z.string(), deleted: z.literal(true) }),
      'The template is deleted.',
    ),
  },
  refuses: ['NOT_FOUND'],
})
