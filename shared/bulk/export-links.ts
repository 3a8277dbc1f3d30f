import { signParts } from '../platform/crypto/signed-parts.ts'
import type { Environment } from '../platform/environment.ts'

/**
 * `summary.json` is one JSON object and `stix` one STIX 2.1 bundle. `csv` and `json` contain one
 * record for each line of the list.
 */
export const EXPORT_FORMATS = ['csv', 'json', 'stix', 'summary.json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export type LinkSettings = Pick<Environment, 'PUBLIC_URL' | 'EXPORT_LINK_KEY'>

/**
 * Valid until `expires` (Unix seconds). The same arguments give the same URL, so a repeated email
 * has the same content.
 */
export async function exportLink(
  { PUBLIC_URL, EXPORT_LINK_KEY }: LinkSettings,
  bulkJobId: string,
  format: ExportFormat,
  expires: number,
): Promise<string> {
  const signature = await signParts(EXPORT_LINK_KEY, 'export', bulkJobId, format, String(expires))
  return `${PUBLIC_URL}/exports/${bulkJobId}.${format}?expires=${expires}&signature=${signature}`
}

export function exportKey(accountId: string, bulkJobId: string, format: ExportFormat): string {
  return `exports/${accountId}/${bulkJobId}.${format}`
}
