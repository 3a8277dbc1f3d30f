import { requireDomain } from '../jobs/submit-job.ts'
import type { Caller } from '../platform/caller.ts'
import { feedbackLimited, PublicError } from '../platform/http/errors.ts'
import { isIdentifier, newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import type { RenderedSubject, SubjectRenderer } from '../webhooks/event-body.ts'
import type { Change, VERDICTS } from './monitor.ts'
import { presentChange, presentMonitor } from './present-monitor.ts'
import * as monitors from './queries.ts'

interface ChangesPage {
  changes: Change[]
  next_cursor: string | null
}

/** Changes, newest first. Throws PublicError NOT_FOUND (unknown monitor) or INVALID_DOMAIN. */
export async function listChanges(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  wanted: monitors.WantedChanges,
): Promise<ChangesPage> {
  const { monitorId, domain, limit } = wanted
  if (monitorId !== undefined) {
    const isKnown = isIdentifier('mon', monitorId)
    const [found] = isKnown ? await monitors.listByIds(db, caller.accountId, [monitorId]) : []
    if (found === undefined) throw new PublicError('NOT_FOUND', 'There is no such monitor.')
  }
  const rows = await monitors.changesPage(db, caller.accountId, {
    ...wanted,
    ...(domain === undefined ? {} : { domain: requireDomain(domain, env.SANDBOX_DOMAIN).domain }),
  })
  const shown = rows.slice(0, limit)
  return {
    changes: shown.map(presentChange),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

/**
 * Stores the customer's verdict about a change. The verdict `wrong` also creates feedback about the
 * analysis of the change. Throws PublicError NOT_FOUND, or RATE_LIMITED if the account may give no
 * more feedback now; nothing is stored in this case.
 */
export async function acknowledgeChange(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  changeId: string,
  { verdict, note }: { verdict: (typeof VERDICTS)[number]; note?: string | undefined },
): Promise<Change> {
  const acknowledged = await monitors.acknowledge(db, {
    account_id: caller.accountId,
    change_id: changeId,
    verdict,
    note: note ?? null,
    feedback_id: newIdentifier('fbk'),
    feedback_limit: env.FEEDBACK_PER_DAY,
  })
  switch (acknowledged.outcome) {
    case 'acknowledged':
      return presentChange(acknowledged.change)
    case 'unknown':
      throw new PublicError('NOT_FOUND', 'There is no such change.')
    case 'limited':
      throw feedbackLimited(acknowledged.retry_after_seconds)
    default:
      return acknowledged satisfies never
  }
}

export const renderChange: SubjectRenderer = async (
  db,
  { accountId, subjectId },
): Promise<RenderedSubject | null> => {
  const change = await monitors.findChange(db, accountId, subjectId)
  return change === null
    ? null
    : { timestamp: presentChange(change).confirmed_at, data: presentChange(change) }
}

export const renderMonitor: SubjectRenderer = async (
  db,
  { accountId, subjectId },
): Promise<RenderedSubject | null> => {
  const [found] = await monitors.listByIds(db, accountId, [subjectId])
  if (found === undefined) return null
  const now = new Date()
  return { timestamp: now.toISOString(), data: presentMonitor(found, now) }
}
