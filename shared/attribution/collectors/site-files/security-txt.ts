import type { HttpProbeEvidence } from '../../page-evidence.ts'

const LINES_MAX = 500
const VALUES_MAX = 20
const VALUE_LENGTH_MAX = 300

/** Source: RFC 9116. The file may have a signature. Null without the required field Contact. */
export function parseSecurityTxt(text: string): HttpProbeEvidence['security_txt'] {
  if (/^\s{0,200}</u.test(text)) return null
  const file = { contacts: [] as string[], policies: [] as string[] }
  for (const line of text.split(/\r\n|\r|\n/u, LINES_MAX)) {
    const match = /^(contact|policy)\s{0,5}:\s{0,5}(\S.*)$/iu.exec(
      line.slice(0, VALUE_LENGTH_MAX + 20),
    )
    const list = match?.[1]?.toLowerCase() === 'contact' ? file.contacts : file.policies
    if (match?.[2] !== undefined && list.length < VALUES_MAX)
      list.push(match[2].trim().slice(0, VALUE_LENGTH_MAX))
  }
  return file.contacts.length === 0 ? null : file
}
