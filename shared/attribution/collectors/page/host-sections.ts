import type { PageRole } from '../../page-evidence.ts'
import { CONTROLLER_ANNOUNCEMENT, HOST_LABEL, IMPRINT_ANNOUNCEMENT } from './legal-labels.ts'
import { foldCase } from './letter-case.ts'
import type { PageLine, Region } from './page-document.ts'

const LABEL_LENGTH_MAX = 90
/** Largest number of lines in a section about the host when no further heading ends it. */
const SECTION_LINES_MAX = 12

type Section =
  | { of: 'heading'; body: Region | null }
  | { of: 'block'; block: number }
  | { of: 'row'; row: number }

/**
 * Removes sections about the hosting company, which many laws require beside the publisher. A home
 * page keeps them, because its company may sell hosting.
 */
export function withoutHosts<Line extends PageLine>(
  lines: readonly Line[],
  role: PageRole,
): Line[] {
  if (role === 'home' || role === 'feed') return [...lines]
  let section: Section | null = null
  let length = 0
  return lines.filter((line) => {
    const begun = sectionOf(line)
    if (begun !== null) {
      section = begun
      length = 0
    } else if (section !== null && (length >= SECTION_LINES_MAX || endsSection(line, section)))
      section = null
    length += 1
    return section === null
  })
}

function sectionOf({ text, heading, block, cell }: PageLine): Section | null {
  if (text.length > LABEL_LENGTH_MAX) return null
  const label = HOST_LABEL.exec(foldCase(text))
  if (label === null) return null
  if (cell !== null) return { of: 'row', row: cell.row }
  const isAlone = label[0].length === text.length
  return heading > 0 || isAlone ? { of: 'heading', body: null } : { of: 'block', block }
}

function endsSection({ text, heading, block, cell, region }: PageLine, section: Section): boolean {
  switch (section.of) {
    case 'row':
      return cell?.row !== section.row
    case 'block':
      return block !== section.block
    case 'heading':
      // A footer ends the section, except if the section itself begins in a footer. An `address`
      // element counts as a footer.
      section.body ??= region
      return (
        heading > 0 || (region === 'footer' && section.body !== 'footer') || isAnnouncement(text)
      )
    default:
      return section satisfies never
  }
}

function isAnnouncement(text: string): boolean {
  if (text.length > LABEL_LENGTH_MAX) return false
  const folded = foldCase(text)
  return IMPRINT_ANNOUNCEMENT.test(folded) || CONTROLLER_ANNOUNCEMENT.test(folded)
}
