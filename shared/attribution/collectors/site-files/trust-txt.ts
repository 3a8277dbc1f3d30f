import { writtenHost } from '../../../platform/net/url.ts'
import type { HttpProbeEvidence } from '../../page-evidence.ts'

const LINES_MAX = 2_000
const LINE_LENGTH_MAX = 500
const VALUES_MAX = 100

const FIELDS = {
  controlledby: 'controlled_by',
  control: 'control',
  belongto: 'belong_to',
  member: 'member',
} as const

/** Source: trust.txt specification of JournalList. Null for a file in another format. */
export function parseTrustTxt(text: string): HttpProbeEvidence['trust_txt'] {
  if (/^\s{0,200}</u.test(text)) return null
  const file = {
    controlled_by: [] as string[],
    control: [] as string[],
    belong_to: [] as string[],
    member: [] as string[],
  }
  let understood = 0
  for (const line of text.split(/\r\n|\r|\n/u, LINES_MAX)) {
    const match = /^([a-z-]{3,20})\s{0,5}=\s{0,5}(\S+)/iu.exec(
      line.slice(0, LINE_LENGTH_MAX).trim(),
    )
    const name = match?.[1]?.toLowerCase() ?? ''
    if (/^(?:social|contact|disclosure|vendor|customer|datatrainingallowed)$/u.test(name))
      understood += 1
    if (!isField(name)) continue
    understood += 1
    const host = writtenHost(match?.[2] ?? '')?.replace(/^www\./u, '')
    const list = file[FIELDS[name]]
    if (host !== undefined && list.length < VALUES_MAX) list.push(host)
  }
  return understood === 0 ? null : file
}

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name)
