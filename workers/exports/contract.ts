import { z } from '@hono/zod-openapi'
import { BulkSummary } from '../../shared/bulk/export-bulk.ts'
import { queryFlag } from '../../shared/platform/http/query-parameters.ts'
import { file } from '../../shared/platform/http/responses.ts'
import { endpoint } from '../endpoint.ts'

export const download = endpoint({
  method: 'get',
  path: '/exports/{file}',
  credential: 'none',
  tags: ['Analysis'],
  summary: 'A file of a bulk export, by the signed link of the mail',
  description:
    'The file is `{bulk_job_id}.csv`, `{bulk_job_id}.json` (one object a line) or `{bulk_job_id}.summary.json`. The link is signed, works until it expires, and dies with the account. `bom=true` puts a UTF-8 byte order mark before the CSV, for spreadsheets that need one.',
  request: {
    params: z.object({ file: z.string().openapi({ example: 'blk_01jz3c9m4wf5h8x2q6t7v0n1ke.csv' }) }),
    query: z.object({
      expires: z.string().optional().openapi({ description: 'Seconds since 1970.' }),
      signature: z.string().optional(),
      bom: queryFlag(false),
    }),
  },
  responses: {
    200: file('The file.', {
      'text/csv': { schema: z.string() },
      'application/x-ndjson': { schema: z.string() },
      'application/json': { schema: BulkSummary },
    }),
  },
  refuses: ['NOT_FOUND', 'LINK_INVALID', 'LINK_EXPIRED'],
})
