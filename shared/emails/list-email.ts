import { exportLink } from '../bulk/export-links.ts'
import type { EmailContent } from './email-layout.ts'
import type { PayloadOf } from './email-payload.ts'
import { answerRow, counted, shownNumber, shownText } from './email-words.ts'
import { listReliability } from './reliability-words.ts'
import type { LinkEnvironment } from './unsubscribe.ts'

const REASON = 'You get this because a list was analyzed with your account.'
const NAME_LENGTH_MAX = 64

const lineFacts = (payload: PayloadOf<'bulk_ready' | 'bulk_failed'>) => {
  const counts: [name: string, lines: number][] = [
    ['Lines', payload.total],
    ['Completed', payload.completed],
    ['Partial', payload.partial],
    ['Failed (not charged)', payload.failed],
    ['Refused (not charged)', payload.rejected],
    ['Stopped (not charged)', payload.stopped],
  ]
  return counts
    .filter(([name, lines]) => lines > 0 || name === 'Lines')
    .map(([name, lines]) => [name, shownNumber(lines)] as const)
}

/** "55 operators named, 6 unclear, 1 imitation", or null for a list without such numbers. */
function outcomeText(payload: PayloadOf<'bulk_ready'>): string | null {
  const { reliability, completed, partial } = payload
  if (reliability === undefined) return null
  const named = reliability.verified + reliability.corroborated + reliability.stated
  const imitations = reliability.warnings.imitates ?? 0
  const unclear = Math.max(0, completed + partial - named - imitations)
  return [
    `${counted(named, 'operator')} named`,
    `${shownNumber(unclear)} unclear`,
    ...(imitations === 0 ? [] : [counted(imitations, 'imitation')]),
  ].join(', ')
}

export async function listEmail(
  payload: PayloadOf<'bulk_ready'>,
  env: LinkEnvironment,
): Promise<EmailContent> {
  const { bulk_job_id: id, name, expires, total } = payload
  const until = new Date(expires * 1_000).toISOString().replace('T', ' ').slice(0, 16)
  const list = name
    ? `Your list “${shownText(name, NAME_LENGTH_MAX)}”`
    : `Your list of ${counted(total, 'line')}`
  const outcome = outcomeText(payload)
  const results = payload.completed + payload.partial
  return {
    subject: `${list} is ready${outcome === null ? '' : `: ${outcome}`}`,
    headline: outcome ?? `${counted(results, 'domain')} analyzed`,
    preview: `${counted(results, 'domain')} of ${shownNumber(total)} analyzed.`,
    paragraphs: [
      `${list} is ready.`,
      ...(payload.reliability === undefined ? [] : listReliability(payload.reliability)),
    ],
    sections:
      payload.worst.length === 0
        ? []
        : [{ title: 'Look at these first', rows: payload.worst.map(answerRow) }],
    button: { label: 'Open the list', url: `${env.PUBLIC_URL}/app/bulk/${id}` },
    facts: lineFacts(payload),
    links: [
      { label: 'CSV', url: await exportLink(env, id, 'csv', expires) },
      { label: 'JSON', url: await exportLink(env, id, 'json', expires) },
      { label: 'STIX 2.1', url: await exportLink(env, id, 'stix', expires) },
      { label: 'Summary', url: await exportLink(env, id, 'summary.json', expires) },
    ],
    note: `Files to download, until ${until} UTC`,
    reason: REASON,
  }
}

export function failedListEmail(
  payload: PayloadOf<'bulk_failed'>,
  { PUBLIC_URL }: LinkEnvironment,
): EmailContent {
  const { bulk_job_id: id, name } = payload
  const list = name ? `your list “${shownText(name, NAME_LENGTH_MAX)}”` : 'your list'
  return {
    subject: `The files of ${list} could not be written`,
    preview: 'The answers themselves are kept.',
    paragraphs: [
      'All answers are kept: read them on the page of the list. Only its files could not be ' +
        'written, although we tried several times. Lines that failed were not charged.',
    ],
    button: { label: 'Open the list', url: `${PUBLIC_URL}/app/bulk/${id}` },
    facts: lineFacts(payload),
    reason: REASON,
  }
}
