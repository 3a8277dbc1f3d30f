import {
  confidenceInWords,
  confidenceText,
  type Verdict,
} from '../../../attribution/answer/verdict.ts'
import type { Certificate } from '../../certificate.ts'
import { bar, instant, percent } from './measures.ts'
import {
  ACCENT,
  ALARM,
  ALARM_TINT,
  CAUTION,
  INK,
  PAGE,
  QUIET,
  type Sheets,
  TEXT_WIDTH,
  TINT,
} from './sheets.ts'

const INSET = 14
const CONFIDENCE_WIDTH = 100
/** A longer name is set in smaller letters. A shortened one could be read as another company's. */
const LARGE_NAME_LETTERS_MAX = 60

export function drawTop(sheets: Sheets, { certificate_id: id }: Certificate): void {
  const title = { x: PAGE.left, size: 10.5, weight: 'bold', color: ACCENT } as const
  sheets.within('P', () => {
    sheets.write('Attribution certificate', title)
    sheets.write(id, { x: PAGE.right, size: 8, weight: 'mono', color: QUIET, align: 'right' })
  })
  sheets.rule(sheets.y - 8, ACCENT)
  sheets.y -= 18
}

/** Warnings of severity "high" stand in a band, the others as lines. */
export function drawWarnings(sheets: Sheets, { warnings }: Verdict): void {
  const inside = { x: PAGE.left + INSET, width: TEXT_WIDTH - 2 * INSET }
  for (const { severity, title, detail } of warnings) {
    const text = detail === `${title}.` ? '' : detail
    const isHigh = severity === 'high'
    const color = isHigh ? ALARM : severity === 'medium' ? CAUTION : QUIET
    const head = { ...inside, size: isHigh ? 12 : 9, weight: 'bold', color } as const
    const body = { ...inside, size: isHigh ? 9 : 8.5, color: isHigh ? INK : QUIET, linesMax: 6 }
    const height = sheets.heightOf(title, head) + (text === '' ? 0 : sheets.heightOf(text, body))
    sheets.need(height + 16)
    if (isHigh) {
      const bottom = sheets.y - height - 12
      sheets.box(PAGE.left, bottom, TEXT_WIDTH, height + 12, ALARM_TINT)
      sheets.box(PAGE.left, bottom, 4, height + 12, ALARM)
    }
    sheets.y -= isHigh ? 3 : 0
    sheets.within('P', () => {
      sheets.flow(title, head)
      if (text !== '') sheets.flow(text, body)
    })
    sheets.y -= isHigh ? 17 : 5
  }
}

export function drawAnswer(
  sheets: Sheets,
  { domain, issued_at: issuedAt }: Certificate,
  verdict: Verdict,
): void {
  const unicode = verdict.domain_unicode ?? domain
  const plain = { x: PAGE.left, width: TEXT_WIDTH }
  sheets.within('H1', () =>
    sheets.flow(unicode, { ...plain, size: unicode.length > 60 ? 13 : 20, weight: 'bold' }),
  )
  // The ASCII form shows letters that only look like others.
  if (unicode !== domain)
    sheets.within('P', () => sheets.flow(domain, { ...plain, size: 8.5, color: QUIET }))
  sheets.y -= 2
  const times =
    `Analysis completed ${instant(issuedAt)}. Evidence collected ` +
    `${instant(verdict.collected_at)}.`
  sheets.within('P', () => sheets.flow(times, { ...plain, size: 8.5, color: QUIET }))
  sheets.y -= 10
  drawBox(sheets, verdict)
  if (verdict.reasons.length > 0) return
  sheets.y -= 4
  sheets.within('P', () => sheets.flow(verdict.summary, { ...plain, size: 9.5 }))
}

function drawBox(sheets: Sheets, verdict: Verdict): void {
  const { headline, entity, confidence, meaning, basis_label: basis } = verdict
  const inside = { x: PAGE.left + INSET, width: TEXT_WIDTH - 2 * INSET }
  const name = {
    ...inside,
    width: inside.width - (entity === null ? 0 : CONFIDENCE_WIDTH),
    size: headline.length > LARGE_NAME_LETTERS_MAX ? 11 : 17,
    weight: 'bold',
  } as const
  const text = { ...inside, size: 9 }
  const basisText = basis === null ? '' : `${basis}. ${verdict.basis_sentence ?? ''}`
  const number = entity === null ? '' : `${confidenceText(confidence)}. `
  const details = [meaning === null ? '' : `${number}${meaning}`, basisText].filter(
    (each) => each !== '',
  )
  const nameHeight = Math.max(sheets.heightOf(headline, name), entity === null ? 0 : 26)
  const height =
    nameHeight + details.reduce((sum, each) => sum + sheets.heightOf(each, text) + 3, 0) + 36
  sheets.need(height)
  const top = sheets.y
  sheets.box(PAGE.left, top - height, TEXT_WIDTH, height, TINT)
  sheets.y -= 16
  const label = entity === null ? 'Answer' : 'Operator of the domain'
  const right = { x: PAGE.right - INSET, align: 'right' } as const
  sheets.within('P', () => sheets.write(label, { x: inside.x, size: 8.5, color: QUIET }))
  sheets.within('P', () => {
    sheets.flow(headline, name)
    if (entity === null) return
    sheets.write(percent(confidence), { ...right, y: top - 38, size: 17, weight: 'bold' })
    const words = confidenceInWords(confidence)
    sheets.write(words, { ...right, y: top - 16, size: 8.5, color: QUIET })
  })
  sheets.y = Math.min(sheets.y, top - 16 - nameHeight) - 4
  if (entity !== null) bar(sheets, inside.x, sheets.y - 2, inside.width, 3, confidence)
  sheets.y -= 4
  for (const each of details) {
    sheets.within('P', () => sheets.flow(each, text))
    sheets.y -= 3
  }
  sheets.y = top - height - 6
}
