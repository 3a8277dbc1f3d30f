import { z } from 'zod'
import { writtenHost } from '../../../platform/net/url.ts'
import type { HttpProbeEvidence } from '../../page-evidence.ts'

const MEMBERS_MAX = 100

const sites = z.array(z.string()).optional().catch([])
const File = z.object({
  primary: z.string(),
  associatedSites: sites,
  serviceSites: sites,
  ccTLDs: z.record(z.string(), z.array(z.string())).optional().catch({}),
})

/**
 * Source: Related Website Sets submission guidelines of Google Chrome. The file of the primary site
 * lists all members. The file of a member names only the primary site. Null for a file in another
 * format.
 */
export function parseRelatedWebsiteSet(text: string): HttpProbeEvidence['related_website_set'] {
  const file = File.safeParse(jsonOf(text))
  if (!file.success) return null
  const primary = writtenHost(file.data.primary)
  if (primary === null) return null
  const variants = Object.values(file.data.ccTLDs ?? {}).flat()
  const listed = [
    ...(file.data.associatedSites ?? []),
    ...(file.data.serviceSites ?? []),
    ...variants,
  ]
  const members = listed.slice(0, MEMBERS_MAX).flatMap((site) => writtenHost(site) ?? [])
  return { primary, members: [...new Set(members)] }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
