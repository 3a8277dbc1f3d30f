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
}

export interface ListPreview {
  lines: readonly PreviewLine[]
  refused: readonly PreviewLine[]
  accepted: number
  /** Number of different domains. A domain that is listed twice is analysed and charged once. */
  distinct: number
}

/** Checks each line as the service will do, but cannot know if the ending of a name exists. */
export function previewOf(lines: readonly ListLine[]): ListPreview {
  const firstLineOf = new Map<string, number>()
  const checked = lines.map(({ text, isReadable }, index): PreviewLine => {
    const number = index + 1
    if (!isReadable)
      return { number, text, domain: null, problem: 'The domain is not valid UTF-8.', sameAs: null }
    const { domain, problem } = checkListedDomain(text)
    if (domain === null) return { number, text, domain, problem, sameAs: null }
    const sameAs = firstLineOf.get(domain) ?? null
    if (sameAs === null) firstLineOf.set(domain, number)
    return { number, text, domain, problem, sameAs }
  })
  const refused = checked.filter(({ domain }) => domain === null)
  return {
    lines: checked,
    refused,
    accepted: checked.length - refused.length,
    distinct: firstLineOf.size,
  }
}
