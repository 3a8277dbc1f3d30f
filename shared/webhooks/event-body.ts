import type { Database } from '../platform/db/client.ts'
import type { IdentifierPrefix } from '../platform/identifiers.ts'
import type { Tier } from '../platform/tier.ts'

/** A job, bulk job or correlation that has ended, shown as the account of that tier may see it. */
export interface EventSubject {
  accountId: string
  subjectId: string
  eventType: string
  tier: Tier
}

export interface RenderedSubject {
  /** When the subject ended, ISO 8601. */
  timestamp: string
  /** The body of the subject's own GET. */
  data: unknown
}

/** Reads and shows one kind of subject; null when the subject is gone. */
export type SubjectRenderer = (db: Database, subject: EventSubject) => Promise<RenderedSubject | null>

/** A renderer for each kind of subject, by the prefix of its identifier. The subjects own them, so whoever delivers passes them in. */
export type SubjectRenderers = Readonly<Record<Extract<IdentifierPrefix, 'job' | 'blk' | 'cor'>, SubjectRenderer>>

/** The body of an event, `{ type, timestamp, data }` as JSON; null when its subject is gone. Throws on an unknown kind of subject. */
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
