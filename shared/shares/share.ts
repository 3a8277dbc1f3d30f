import { isoTime } from '../platform/db/client.ts'
import { Time, WebAddress } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import type { Services } from '../platform/services/index.ts'
import type { ShareRow } from './queries.ts'
import { tokenOfShare } from './share-token.ts'

export const Share = z
  .object({
    share_id: z.string(),
    job_id: z.string().nullable(),
    correlation_id: z.string().nullable(),
    url: WebAddress.openapi({ description: 'Anybody with this address can read the answer.' }),
    created_at: Time,
    expires_at: Time,
    views: z.number().int().openapi({ description: 'Number of times that the answer was sent.' }),
  })
  .openapi('Share')
export type Share = z.infer<typeof Share>

/** A share without its address. */
export const ExportedShare = Share.omit({ url: true })

export function presentExportedShare(row: ShareRow): z.infer<typeof ExportedShare> {
  return {
    share_id: row.id,
    job_id: row.jobId,
    correlation_id: row.correlationId,
    created_at: isoTime(row.createdAt),
    expires_at: isoTime(row.expiresAt),
    views: row.views,
  }
}

export async function presentShare({ env }: Pick<Services, 'env'>, row: ShareRow): Promise<Share> {
  const url = `${env.PUBLIC_URL}/s/${await tokenOfShare(env, row.id)}`
  const { share_id, job_id, correlation_id, ...times } = presentExportedShare(row)
  return { share_id, job_id, correlation_id, url, ...times }
}
