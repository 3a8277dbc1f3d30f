import { z } from '@hono/zod-openapi'
import { BulkSummary } from '../../shared/bulk/export-bulk.ts'
import { StixBundle } from '../../shared/jobs/stix/bundle-description.ts'
import { queryFlag } from '../../shared/platform/http/query-parameters.ts'
import { file } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

export const download = endpoint({
  method: 'get',
  path: '/exports/{file}',
  credential: 'none',
  tags: ['Analysis'],
  summary: 'Download a result file of a bulk job with the signed link from the email',
  description:
    'The file is `{bulk_job_id}.csv`, `{bulk_job_id}.json` (one object per line), `{bulk_job_id}.stix` (one STIX 2.1 bundle with the objects of all finished jobs, each object once) or `{bulk_job_id}.summary.json`. The link is signed and works until it expires or the account is closed. `bom=true` puts a UTF-8 byte order mark before the CSV, for spreadsheet programs that need one.',
  request: {
    params: z.object({
      file: z.string().openapi({ example: 'blk_01jz3c9m4wf5h8x2q6t7v0n1ke.csv' }),
    }),
    query: z.object({
      expires: z
        .string()
        .optional()
        .openapi({ description: 'Unix time in seconds at which the link expires.' }),
      signature: z.string().optional(),
      bom: queryFlag(false),
    }),
  },
  responses: {
    200: file('The file.', {
      'text/csv': { schema: z.string() },
      'application/x-ndjson': { schema: z.string() },
      'application/stix+json': { schema: StixBundle },
      'application/json': { schema: BulkSummary },
    }),
  },
  refuses: ['NOT_FOUND', 'LINK_INVALID', 'LINK_EXPIRED'],
})
