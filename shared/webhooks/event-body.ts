import type { Database } from '../platform/db/client.ts'
import type { IdentifierPrefix } from '../platform/identifiers.ts'
import type { Tier } from '../platform/tier.ts'

export const SUBJECTS = [
  'job',
  'blk',
  'cor',
  'chg',
  'mon',
  'fbk',
] as const satisfies readonly IdentifierPrefix[]

export interface EventSubject {
  accountId: string
  subjectId: string
  eventType: string
  /** Tier of the account, which limits the content of the event. */
  tier: Tier
}

export interface RenderedSubject {
  /** Time at which the subject ended, in ISO 8601. */
  timestamp: string
  data: unknown
}

/** Makes the event of a subject. Returns null if the subject no longer exists. */
export type SubjectRenderer = (
  db: Database,
  subject: EventSubject,
) => Promise<RenderedSubject | null>

/**
 * Renderers of all kinds of subjects. The caller passes them, because this folder must not import
 * the subjects.
 */
export type SubjectRenderers = Readonly<Record<(typeof SUBJECTS)[number], SubjectRenderer>>

/** Returns the JSON text `{ type, timestamp, data }`, or null if the subject no longer exists. */
export async function eventBody(
  db: Database,
  renderers: SubjectRenderers,
  subject: EventSubject,
): Promise<string | null> {
  const { subjectId, eventType } = subject
  const kind = SUBJECTS.find((prefix) => subjectId.startsWith(`${prefix}_`))
  if (kind === undefined) throw new Error(`there is no renderer for ${subjectId}`)
  const rendered = await renderers[kind](db, subject)
  return rendered === null ? null : JSON.stringify({ type: eventType, ...rendered })
}
