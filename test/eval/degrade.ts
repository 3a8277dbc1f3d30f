import type { EvidenceSet } from '../../shared/attribution/evidence.ts'
import type { HttpProbeEvidence, PageEvidence } from '../../shared/attribution/page-evidence.ts'

type Degrade = (evidence: EvidenceSet) => EvidenceSet

const withProbe =
  (change: (data: HttpProbeEvidence) => HttpProbeEvidence): Degrade =>
  (evidence) => {
    const probe = evidence.http_probe
    return probe?.data == null
      ? evidence
      : { ...evidence, http_probe: { ...probe, data: change(probe.data) } }
  }

const withPages = (change: (page: PageEvidence) => PageEvidence): Degrade =>
  withProbe((data) => ({ ...data, pages: data.pages.map(change) }))

const RIGHTS: ReadonlySet<string> = new Set(['rights', 'near_rights', 'owner'])

/**
 * Each entry removes evidence, as if the registry did not respond or the site blocked our crawler.
 * The parameters are also fitted on this reduced evidence, so that confidence is right when
 * evidence is missing.
 */
export const DEGRADATIONS: Readonly<Record<string, Degrade>> = {
  'no registration': ({ whois: _, ...rest }) => rest,
  'no site': withProbe((data) => ({ ...data, outcome: 'blocked', pages: [], final_url: null })),
  'home page only': withProbe((data) => ({ ...data, pages: data.pages.slice(0, 1) })),
  'no legal statements': withPages((page) => ({ ...page, legal_statements: [], text: '' })),
  'no copyright lines': withPages((page) => ({
    ...page,
    mentions: page.mentions.filter(({ place }) => !RIGHTS.has(place)),
  })),
  'footer and title only': withPages((page) => ({
    ...page,
    legal_statements: [],
    organizations: [],
    text: '',
  })),
  'titles only': withPages((page) => ({
    ...page,
    legal_statements: [],
    organizations: [],
    mentions: [],
    author: null,
    text: '',
  })),
  'parking page not recognised': withProbe((data) => ({ ...data, placeholder: null })),
  'no registration, footer and title only': ({ whois: _, ...rest }) =>
    withPages((page) => ({ ...page, legal_statements: [], organizations: [], text: '' }))(rest),
}
