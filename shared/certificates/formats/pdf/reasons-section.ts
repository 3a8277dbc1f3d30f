import type { AnswerFacts } from '../../../attribution/answer/answer-facts.ts'
import type { Verdict } from '../../../attribution/answer/verdict.ts'
import { heading } from './measures.ts'
import { PAGE, QUIET, type Sheets, TEXT_WIDTH } from './sheets.ts'

const QUOTE_LINES_MAX = 4
const LABEL_WIDTH = 104
const INDENT = 12

export function drawReasons(sheets: Sheets, { reasons }: Verdict): void {
  if (reasons.length === 0) return
  heading(sheets, 'Reasons', 40)
  const inside = { x: PAGE.left + INDENT, width: TEXT_WIDTH - INDENT }
  sheets.within('L', () => {
    for (const { text, observed, source, stance, strength } of reasons) {
      const about = stance === 'contradicts' ? 'speaks against it' : (strength ?? '')
      const quiet = { ...inside, size: 8, color: QUIET, linesMax: QUOTE_LINES_MAX }
      const lines = [
        ...(observed === '' ? [] : [`“${observed}”`]),
        [source, about].filter((part) => part !== '').join(' · '),
      ]
      sheets.need(sheets.heightOf(text, { ...inside, size: 9 }) + 24)
      sheets.y -= 4
      const isAgainst = stance === 'contradicts'
      sheets.within('LI', () =>
        sheets.within('LBody', () => {
          sheets.write(isAgainst ? '–' : '+', {
            x: PAGE.left,
            y: sheets.y - 12.2,
            size: 9,
            weight: 'bold',
            color: QUIET,
          })
          sheets.flow(text, { ...inside, size: 9 })
          for (const line of lines) sheets.flow(line, quiet)
        }),
      )
    }
  })
}

const day = (time: string | null) => (time === null ? null : time.slice(0, 10))
const joined = (parts: readonly (string | null)[], by = ', ') => {
  const known = parts.filter((part) => part !== null && part !== '')
  return known.length === 0 ? null : known.join(by)
}

/** Facts with their names for people, in the order of the page of an answer. */
export function factRows(facts: AnswerFacts): [name: string, value: string][] {
  const { registration, hosting, tls_certificate: certificate, page } = facts
  const age = registration.age_days
  const rows: [string, string | null][] = [
    [
      'Registered',
      joined([
        day(registration.registered_at),
        age === null ? null : `${age} ${age === 1 ? 'day' : 'days'} before the analysis`,
      ]),
    ],
    ['Expires', day(registration.expires_at)],
    ['Registrar', registration.registrar],
    ['Abuse contact', joined([registration.abuse_email, registration.abuse_phone])],
    ['Registrant', joined([registration.registrant, registration.registrant_country])],
    ['Status', joined(registration.statuses)],
    [
      'Addresses',
      joined(
        hosting.addresses.map(({ address, network, country }) => {
          const place = joined([network, country])
          return place === null ? address : `${address} (${place})`
        }),
        '; ',
      ),
    ],
    ['Name servers', joined(facts.name_servers)],
    ['Mail', joined(facts.mail_hosts)],
    [
      'TLS certificate',
      certificate === null
        ? null
        : joined([
            certificate.organization,
            certificate.issuer === '' ? null : `issued by ${certificate.issuer}`,
            `valid from ${day(certificate.not_before)} to ${day(certificate.not_after)}`,
          ]),
    ],
    ['Page title', page?.title ?? null],
    ['Language', page?.language ?? null],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== null)
}

/** Nothing for an analysis without stored evidence. */
export function drawFacts(sheets: Sheets, { facts }: Verdict): void {
  const rows = factRows(facts)
  if (rows.length === 0) return
  heading(sheets, 'Facts', 40)
  sheets.within('Table', () => {
    for (const [name, value] of rows) drawFact(sheets, name, value)
  })
}

function drawFact(sheets: Sheets, name: string, value: string): void {
  const cell = { x: PAGE.left + LABEL_WIDTH, width: TEXT_WIDTH - LABEL_WIDTH, size: 8.5 }
  sheets.need(sheets.heightOf(value, cell))
  sheets.within('TR', () => {
    const label = { x: PAGE.left, y: sheets.y - 8.5 * 1.36, size: 8.5, color: QUIET }
    sheets.within('TH', () => sheets.write(name, label), { scope: 'Row' })
    sheets.within('TD', () => sheets.flow(value, cell))
  })
}
