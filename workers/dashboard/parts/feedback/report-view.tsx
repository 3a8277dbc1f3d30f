import type { Schemas } from '../../api/api-client.ts'
import { Badge } from '../badge.tsx'
import { FactList } from '../fact-list.tsx'
import { OutsideLink, OutsideText } from '../outside-text.tsx'
import { Time } from '../time.tsx'
import { RELATION_CHOICES, STATUS_WORDS, verdictInWords } from './feedback-words.ts'

type Report = Schemas['Feedback']

export function ReportView({ report }: { report: Report }) {
  const {
    verdict,
    correct_entity: entity,
    relation,
    evidence_urls: links,
    note,
    status,
    resolution,
  } = report
  const words = STATUS_WORDS[status]
  return (
    <div class="flex min-w-0 flex-col gap-3 text-sm">
      <p class="flex flex-wrap items-center gap-2">
        <Badge tone={words.tone}>{words.title}</Badge>
        <span class="text-muted">{words.meaning}</span>
      </p>
      <FactList
        facts={[
          ['Your verdict', verdictInWords(verdict)],
          ...(entity === null
            ? []
            : [['Named', <OutsideText key="named" text={entity} max={255} />] as const]),
          ...(relation === null
            ? []
            : [
                [
                  'Relation',
                  RELATION_CHOICES.find(([each]) => each === relation)?.[1] ?? relation,
                ] as const,
              ]),
          ...(note === null
            ? []
            : [['Note', <OutsideText key="note" text={note} max={1_000} />] as const]),
          ...(links.length === 0
            ? []
            : [['Addresses', <Links key="links" links={links} />] as const]),
          ['Sent', <Time key="sent" at={report.created_at} />],
          ...(resolution === null
            ? []
            : [
                ['Decided', <Time key="decided" at={resolution.resolved_at} />] as const,
                ...(resolution.note === null
                  ? []
                  : [
                      [
                        'Answer of the reviewer',
                        <OutsideText key="answer" text={resolution.note} />,
                      ] as const,
                    ]),
              ]),
        ]}
      />
    </div>
  )
}

function Links({ links }: { links: readonly string[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link}>
          <OutsideLink address={link} />
        </li>
      ))}
    </ul>
  )
}
