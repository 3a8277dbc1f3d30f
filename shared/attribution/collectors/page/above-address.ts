import { nameAtStart } from '../../names/names-in-text.ts'
import { isAddressLine, isContactLine } from './address-lines.ts'
import { CONTACT_ANNOUNCEMENT, HOST_LABEL, OTHER_PARTY } from './legal-labels.ts'
import { foldCase } from './letter-case.ts'
import type { PageLine } from './page-document.ts'
import { isCredit } from './rights-pieces.ts'

const NAME_LENGTH_MAX = 90
const HEADING_DISTANCE_MAX = 3
/** Lines between a name and its street. Such a line can be "Attn: Sales" or "Suite 4". */
const ADDRESS_DISTANCE_MAX = 2

const GOES_ON = /(?:[&+,–—-]|\s(?:and|of|the|und|et|y|e|en|og|och|for|für|de|van|von))$/iu

/** A site gives its own name above an address in a footer, or below a heading such as "Contact". */
export function nameAboveAddress(lines: readonly PageLine[], index: number): string | null {
  const line = lines[index]
  if (
    line === undefined ||
    line.heading > 0 ||
    line.cell !== null ||
    line.text.length > NAME_LENGTH_MAX
  )
    return null
  if (line.region !== 'footer' && line.region !== 'main') return null
  const near = lines
    .slice(index + 1, index + 1 + ADDRESS_DISTANCE_MAX)
    .filter(({ region }) => region === line.region)
  const address = near.findIndex(({ text, heading }) => heading === 0 && isAddressLine(text))
  if (address < 0 || isAddressLine(line.text) || isContactLine(line.text)) return null
  const before = lines.slice(Math.max(0, index - HEADING_DISTANCE_MAX), index)
  const previous = before[before.length - 1]
  if (previous !== undefined && isAboutMaker(previous.text)) return null
  if (
    before.some(isPartnerHeading) ||
    (previous?.block === line.block && GOES_ON.test(previous.text))
  )
    return null
  if (line.region !== 'footer' && !before.some(isContactHeading)) return null
  const name = nameAtStart(line.text)
  return name !== null && /^[\s.,;]*$/u.test(line.text.replace(name, '')) ? name : null
}

const isAboutMaker = (text: string): boolean =>
  isCredit(text) || HOST_LABEL.test(foldCase(text.slice(0, NAME_LENGTH_MAX)))

const isContactHeading = ({ text, heading }: PageLine): boolean =>
  (heading > 0 || text.length <= 40) &&
  text.length <= NAME_LENGTH_MAX &&
  CONTACT_ANNOUNCEMENT.test(foldCase(text))

const isPartnerHeading = ({ text, heading }: PageLine): boolean =>
  heading > 0 && text.length <= NAME_LENGTH_MAX && OTHER_PARTY.test(foldCase(text))
