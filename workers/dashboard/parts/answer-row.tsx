import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Badge } from './badge.tsx'
import { Confidence } from './confidence.tsx'
import { OutsideName } from './outside-name.tsx'
import { OutsideText } from './outside-text.tsx'
import { ReliabilityMark } from './reliability.tsx'
import { type AnswerWords, answerWords, type RowAnswer } from './row-words.ts'
import { confidenceInWords } from './texts.ts'
import { Time } from './time.tsx'

const DOMAIN_CHARACTERS_SHOWN = 120
const NAME_CHARACTERS_SHOWN = 120
const REASON_CHARACTERS_SHOWN = 160

interface RowProps {
  answer: RowAnswer
  /** Page of the answer. Null if there is none, as for a refused line. */
  href: string | null
  at?: string | null
  /** Stands before the domain, for example the number of a line. */
  number?: ComponentChildren
  /** A text of the user beside the domain. */
  note?: string | undefined
}

/** One answer in a list: a row on a wide screen, and two lines on a phone. */
export function AnswerRow({ answer, href, at, number, note }: RowProps) {
  const words = answerWords(answer)
  const { entity, confidence, status, depth } = answer
  return (
    <li class="grid gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,18rem)] md:items-baseline">
      <div class="flex min-w-0 gap-2">
        {number !== undefined && (
          <span class="min-w-8 shrink-0 text-right text-muted tabular-nums">{number}</span>
        )}
        <span class="min-w-0">
          <Domain answer={answer} href={href} />
          {note !== undefined && note !== '' && (
            <span class="block text-muted">
              <OutsideText text={note} max={NAME_CHARACTERS_SHOWN} />
            </span>
          )}
        </span>
      </div>
      <div class="min-w-0">
        <Words words={words} />
        {status === 'partial' && (
          <>
            {' '}
            <Badge tone="neutral">Partial</Badge>
          </>
        )}
        <ReliabilityMark answer={{ ...answer, warnings: warningsBeside(words, answer) }} />
      </div>
      <div class="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 md:justify-between">
        {entity !== null && confidence !== null && (
          <span class="flex flex-wrap items-baseline gap-x-2">
            <Confidence value={confidence} isSmall />
            <span class="text-muted">{confidenceInWords(confidence)}</span>
          </span>
        )}
        {at !== undefined && (
          <span class="text-muted md:ml-auto">
            <Time at={at} />
            {depth === 'quick' && ', quick'}
          </span>
        )}
      </div>
    </li>
  )
}

/** A warning that the words say already stands in no badge beside them. */
const warningsBeside = ({ kind }: AnswerWords, { warnings }: RowAnswer) =>
  warnings.filter((warning) => warning.kind !== (kind === 'absent' ? 'not_registered' : kind))

function Domain({
  answer: { domain, domain_unicode: unicode },
  href,
}: Pick<RowProps, 'answer' | 'href'>) {
  const shown = unicode ?? domain
  return (
    <>
      {href === null ? (
        <OutsideText text={shown} max={DOMAIN_CHARACTERS_SHOWN} />
      ) : (
        <Link class="link font-medium" href={href}>
          <OutsideName text={shown} max={DOMAIN_CHARACTERS_SHOWN} />
        </Link>
      )}
      {shown !== domain && (
        <span class="block text-xs text-muted">
          <OutsideName text={domain} max={DOMAIN_CHARACTERS_SHOWN} />
        </span>
      )}
    </>
  )
}

function Words({ words: { kind, text, name } }: { words: AnswerWords }) {
  if (kind === 'operator' && name !== null)
    return <OutsideText text={name} max={NAME_CHARACTERS_SHOWN} />
  if (kind === 'imitates' && name !== null)
    return (
      <span class="font-medium text-bad">
        {text} <OutsideText text={name} max={NAME_CHARACTERS_SHOWN} />
      </span>
    )
  return (
    <span class={kind === 'failed' ? 'text-bad' : 'text-muted'}>
      <OutsideText text={text} max={REASON_CHARACTERS_SHOWN} />
    </span>
  )
}
