import { changeRow } from './change-email.ts'
import type { EmailContent } from './email-layout.ts'
import type { PayloadOf } from './email-payload.ts'
import { answerRow, counted, shownDomain, shownNumber, shownText } from './email-words.ts'
import type { LinkEnvironment } from './unsubscribe.ts'

export function digestEmail(
  { week, analyzed, attributed, domains, changes, watched }: PayloadOf<'digest'>,
  { PUBLIC_URL }: LinkEnvironment,
): EmailContent {
  const changed = watched.total + changes.length
  const further = watched.total - watched.changes.length
  const sections = [
    {
      title: 'Found by your monitors',
      rows: watched.changes.map(changeRow),
      more: further > 0 ? `and ${shownNumber(further)} more` : undefined,
    },
    {
      title: 'Operator changed since you last looked',
      rows: changes.map(({ domain, from, to }) => ({
        title: shownDomain(domain),
        lines: [`${shownText(from)} → ${shownText(to)}`],
      })),
    },
    { title: 'Latest analyses', rows: domains.map(answerRow) },
  ]
  const summary = `${counted(analyzed, 'domain')} analyzed, ${counted(changed, 'change')}`
  return {
    subject: `Your week in domains: ${summary}`,
    headline: summary,
    preview: changed === 0 ? 'No operator has changed.' : `${counted(changed, 'change')}.`,
    paragraphs: [
      `In the week until ${shownText(week)}, an operator was named for ` +
        `${shownNumber(attributed)} of ${counted(analyzed, 'domain')} that you analyzed.`,
      ...(changed === 0 ? ['No domain that you know was seen with another operator.'] : []),
    ],
    sections: sections.filter(({ rows }) => rows.length > 0),
    button:
      watched.total > 0
        ? { label: 'See the changes', url: `${PUBLIC_URL}/app/changes` }
        : { label: 'See your analyses', url: `${PUBLIC_URL}/app/jobs` },
    reason:
      'You get this every week in which you analyzed something, or one of your domains changed.',
  }
}
