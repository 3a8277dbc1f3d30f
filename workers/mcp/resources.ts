import { z } from 'zod'
import { PublicError } from '../../shared/platform/http/errors.ts'
import { HOW_IT_IS_SCORED } from './how-it-is-scored.ts'
import { ANALYSIS, latestAnalysis, readJob } from './tools/analyses.ts'
import { CORRELATION, readCorrelation } from './tools/correlations.ts'
import { ExplainedEntity } from './tools/explain-attribution-tool.ts'
import { type OwnRoutes, pathOf } from './tools/own-routes.ts'
import { withVisibleLines } from './tools/plain-text.ts'

const SCHEME = 'attribution://'

export const RESOURCES = [
  {
    uri: `${SCHEME}how-it-is-scored`,
    name: 'how-it-is-scored',
    description: 'How evidence becomes a confidence, and how to read an answer.',
    mimeType: 'text/markdown',
  },
]

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${SCHEME}jobs/{job_id}`,
    name: 'analysis',
    description: 'A finished analysis of the account with all its candidates and signals.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${SCHEME}domains/{domain}`,
    name: 'latest analysis of a domain',
    description: "The account's latest stored analysis of a domain. Starts nothing.",
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${SCHEME}correlations/{correlation_id}`,
    name: 'correlation',
    description: 'A finished correlation of the account with all its clusters and pairs.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${SCHEME}certificates/{job_id}`,
    name: 'certificate',
    description: 'The signed certificate of a finished analysis.',
    mimeType: 'application/json',
  },
]

// Has no sentences and no details of the collectors, because they may quote servers of the analyzed
// site.
const WholeAnalysis = z.object({ ...ANALYSIS, entities: z.array(ExplainedEntity) })

const WholeCorrelation = z.object({ status: z.string(), ...CORRELATION })

export interface ResourceText {
  uri: string
  mimeType: string
  text: string
}

const URI = /^attribution:\/\/(jobs|domains|correlations|certificates)\/([^/?#]{1,1000})$/

/**
 * Returns null if no resource has this address. Throws PublicError NOT_FOUND, JOB_IN_PROGRESS or
 * INVALID_DOMAIN.
 */
export async function readResource(
  routes: OwnRoutes,
  uri: string,
  now: number,
): Promise<ResourceText | null> {
  if (uri === RESOURCES[0]?.uri) return { uri, mimeType: 'text/markdown', text: HOW_IT_IS_SCORED }
  const [, kind, escaped = ''] = URI.exec(uri) ?? []
  const name = unescaped(escaped)
  if (name === null) return null
  if (!isKind(kind)) return null
  const data = await READERS[kind](routes, name, now)
  return data === null ? null : { uri, mimeType: 'application/json', text: JSON.stringify(data) }
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const READERS = {
  jobs: wholeAnalysis,
  async domains(routes: OwnRoutes, domain: string, now: number) {
    const latest = await latestAnalysis(routes, { domain, depth: 'quick', passive: true, now })
    return latest === null ? null : wholeAnalysis(routes, latest.jobId)
  },
  async correlations(routes: OwnRoutes, id: string) {
    const found = await readCorrelation(routes, id)
    if (found.status !== 'completed' && found.status !== 'failed')
      throw new PublicError('JOB_IN_PROGRESS', 'The correlation has not finished yet.')
    return withVisibleLines(WholeCorrelation.parse(found))
  },
  /** A certificate is passed on unchanged, because a changed byte would break its signatures. */
  certificates: (routes: OwnRoutes, jobId: string) =>
    routes.get(pathOf`/jobs/${jobId}/certificate`, { format: 'json' }),
}

const isKind = (kind: string | undefined): kind is keyof typeof READERS =>
  kind !== undefined && Object.hasOwn(READERS, kind)

async function wholeAnalysis(routes: OwnRoutes, jobId: string): Promise<unknown> {
  const job = (await readJob(routes, jobId)) as object
  const signals = (await routes.get(pathOf`/jobs/${jobId}/signals`)) as { entities: unknown }
  return withVisibleLines(WholeAnalysis.parse({ ...job, entities: signals.entities }))
}
