import { signParts } from '../platform/crypto/signed-parts.ts'
import type { Environment } from '../platform/environment.ts'

/** Files of an export. The summary is one JSON object; the others hold one record for each line of the list. */
export const EXPORT_FORMATS = ['csv', 'json', 'summary.json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export type LinkSettings = Pick<Environment, 'PUBLIC_URL' | 'EXPORT_LINK_KEY'>

/** The address of one file of an export, good until `expires` (seconds since 1970). The same at every call, so that mails can be repeated. */
export async function exportLink(
  { PUBLIC_URL, EXPORT_LINK_KEY }: LinkSettings,
  bulkJobId: string,
  format: ExportFormat,
  expires: number,
): Promise<string> {
  const signature = await signParts(EXPORT_LINK_KEY, 'export', bulkJobId, format, String(expires))
  return `${PUBLIC_URL}/exports/${bulkJobId}.${format}?expires=${expires}&signature=${signature}`
}

/** The key of an export's file in R2. */
export function exportKey(accountId: string, bulkJobId: string, format: ExportFormat): string {
  return `exports/${accountId}/${bulkJobId}.${format}`
}
