import { analysisForTier } from '../jobs/present-job.ts'
import { jobObjects } from '../jobs/stix/job-objects.ts'
import { streamedBundleId } from '../jobs/stix/stix-object.ts'
import { storedAnalysis } from '../jobs/stix/stored-analysis.ts'
import { canonicalText } from '../platform/crypto/canonical-json.ts'
import type { Tier } from '../platform/tier.ts'
import type { ExportedRow } from './queries.ts'

export interface StixFile {
  /**
   * Text of the next records. It can be empty, if the bundle already contains all their objects.
   */
  records(rows: readonly ExportedRow[]): string
  end(): string
}

/**
 * One STIX 2.1 bundle of all finished jobs, in canonical JSON (RFC 8785). It shows as many
 * candidates as the tier allows. `publicUrl` is the address of the service.
 *
 * Several jobs can contain the same object. Only the first copy is written, so only the ids stay in
 * memory. A bundle without objects has no property `objects` (STIX 2.1, section 8).
 */
export function stixFile(bulkJobId: string, tier: Tier, publicUrl: string): StixFile {
  const written = new Set<string>()
  const start = `{"id":"${streamedBundleId(bulkJobId)}"`
  return {
    records(rows) {
      let text = ''
      for (const row of rows) {
        for (const object of objectsOf(row, tier, publicUrl)) {
          const uuid = object.id.slice(-UUID_CHARACTERS)
          if (written.has(uuid)) continue
          text += `${written.size === 0 ? `${start},"objects":[` : ','}${canonicalText(object)}`
          written.add(uuid)
        }
      }
      return text
    },
    end: () => `${written.size === 0 ? start : ']'},"type":"bundle"}`,
  }
}

const UUID_CHARACTERS = 36

function objectsOf(row: ExportedRow, tier: Tier, publicUrl: string) {
  const analysis = storedAnalysis(row)
  return analysis === null ? [] : jobObjects(analysisForTier(analysis, tier), publicUrl)
}
