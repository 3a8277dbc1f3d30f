import type { Database } from '../platform/db/client.ts'
import type { IdentifierPrefix } from '../platform/identifiers.ts'
import type { Tier } from '../platform/tier.ts'

/**
 * The finished job, bulk job or correlation (comparison of several domains) that a webhook event reports. The tier of the account limits
 * the content of the event.
 */
export interface EventSubject {
  accountId: string
  subjectId: string
  eventType: string
  tier: Tier
}

export interface RenderedSubject {
  /** Time when the job, bulk job or correlation ended, in ISO 8601. */
  timestamp: string
  /** Content of the webhook event: the object that the API returns for the job, bulk job or correlation. */
  data: unknown
}

/**
 * Reads a job, bulk job or correlation and returns the content of its webhook event. Returns null if the job, bulk job or correlation no
 * longer exists.
 */
export type SubjectRenderer = (db: Database, subject: EventSubject) => Promise<RenderedSubject | null>

/**
 * Functions that return the content of webhook events. The keys are the prefixes of the ids of jobs, bulk jobs and correlations (domain
 * comparisons). The caller passes the functions, because this folder must not import code for jobs, bulk jobs and correlations.
 */
export type SubjectRenderers = Readonly<
  Record<Extract<IdentifierPrefix, 'job' | 'blk' | 'cor' | 'chg' | 'mon' | 'fbk'>, SubjectRenderer>
>

/**
 * Returns the JSON body of a webhook event, `{ type, timestamp, data }`, or null if its job, bulk job or correlation no longer exists.
 * Throws if the prefix of the id is unknown.
 */
export async function renderEvent(
  db: Database,
  subject: EventSubject,
  renderers: SubjectRenderers,
): Promise<string | null> {
  const prefix = subject.subjectId.slice(0, subject.subjectId.indexOf('_'))
  if (!Object.hasOwn(renderers, prefix)) throw new Error(`there is no renderer for ${subject.subjectId}`)
  const rendered = await renderers[prefix as keyof SubjectRenderers](db, subject)
  return rendered === null ? null : JSON.stringify({ type: subject.eventType, ...rendered })
}
