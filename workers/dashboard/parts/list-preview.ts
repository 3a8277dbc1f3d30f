import { checkListedDomain } from './domain-check.ts'
import type { ListLine } from './list-lines.ts'

export interface PreviewLine {
  /** Line number from 1. The header and blank lines are not counted. */
  number: number
  text: string
  /** Domain as the service will read it. Null if the line is refused. */
  domain: string | null
  problem: string | null
  /** Number of an earlier line with the same domain. Null if there is none. */
  sameAs: number | null
  note: string
}

export interface ListPreview {
  lines: readonly PreviewLine[]
  refused: readonly PreviewLine[]
  accepted: number
  /** Number of different domains. A domain that is listed twice is analyzed and charged once. */
  distinct: number
}

/** Checks each line as the service will do, but cannot know if the ending of a name exists. */
export function previewOf(lines: readonly ListLine[]): ListPreview {
  const firstLineOf = new Map<string, number>()
  const checked = lines.map(({ text, isReadable, note }, index): PreviewLine => {
    const number = index + 1
    if (!isReadable) return refused({ number, text, note }, 'The domain is not valid UTF-8.')
    const { domain, problem } = checkListedDomain(text)
    if (domain === null) return refused({ number, text, note }, problem)
    const sameAs = firstLineOf.get(domain) ?? null
    if (sameAs === null) firstLineOf.set(domain, number)
    return { number, text, note, domain, problem, sameAs }
  })
  const refusedLines = checked.filter(({ domain }) => domain === null)
  return {
    lines: checked,
    refused: refusedLines,
    accepted: checked.length - refusedLines.length,
    distinct: firstLineOf.size,
  }
}

const refused = (
  line: Pick<PreviewLine, 'number' | 'text' | 'note'>,
  problem: string,
): PreviewLine => ({ ...line, domain: null, problem, sameAs: null })
