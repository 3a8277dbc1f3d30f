import type { Database } from '../platform/db/client.ts'
import type { IdentifierPrefix } from '../platform/identifiers.ts'
import type { Tier } from '../platform/tier.ts'

/**
 * The finished job, bulk job or correlation (comparison of several domains) that a webhook event
 * reports. The tier of the account limits the content of the event.
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
  /**
   * Content of the webhook event: the object that the API returns for the job, bulk job or
   * correlation.
   */
  data: unknown
}

/**
 * Reads a job, bulk job or correlation and returns the content of its webhook event. Returns null
 * if the job, bulk job or correlation no longer exists.
 */
export type SubjectRenderer = (
  db: Database,
  subject: EventSubject,
) => Promise<RenderedSubject | null>

/**
 * Renders several subjects of one kind, in the same order. One query for all of them costs less
 * than one for each.
 */
export type SubjectsRenderer = (
  db: Database,
  subjects: readonly EventSubject[],
) => Promise<readonly (RenderedSubject | null)[]>

/**
 * Functions that return the content of webhook events. The keys are the prefixes of the ids of
 * jobs, bulk jobs and correlations (domain comparisons). The caller passes the functions, because
 * this folder must not import code for jobs, bulk jobs and correlations.
 */
export type SubjectRenderers = Readonly<
  Record<Extract<IdentifierPrefix, 'job' | 'blk' | 'cor' | 'chg' | 'mon' | 'fbk'>, SubjectsRenderer>
>

export const oneByOne =
  (render: SubjectRenderer): SubjectsRenderer =>
  (db, subjects) =>
    Promise.all(subjects.map((subject) => render(db, subject)))

/**
 * Returns the prefix of the subject's id, which names its renderer. Throws if the prefix is
 * unknown.
 */
export function kindOf(
  { subjectId }: Pick<EventSubject, 'subjectId'>,
  renderers: SubjectRenderers,
): keyof SubjectRenderers {
  const prefix = subjectId.slice(0, subjectId.indexOf('_'))
  if (!Object.hasOwn(renderers, prefix)) throw new Error(`there is no renderer for ${subjectId}`)
  return prefix as keyof SubjectRenderers
}

/** Returns the JSON body of a webhook event: `{ type, timestamp, data }`. */
export function eventBody(
  { eventType }: Pick<EventSubject, 'eventType'>,
  rendered: RenderedSubject,
): string {
  return JSON.stringify({ type: eventType, ...rendered })
}
