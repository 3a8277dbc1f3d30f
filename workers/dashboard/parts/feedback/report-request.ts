import type { ApiFailure } from '../../api/failure.ts'
import type { paths } from '../../api/openapi-types.d.ts'
import { ENTITY_CHARACTERS } from '../entity-characters.ts'
import type { Relation, Verdict } from './feedback-words.ts'

export type ReportRequest = NonNullable<
  paths['/jobs/{job_id}/feedback']['post']['requestBody']
>['content']['application/json']

/** Limits of the text and the addresses in `POST /jobs/{job_id}/feedback`, in characters. */
export const NOTE_CHARACTERS_MAX = 1_000
const LINKS_MAX = 5

export interface ReportForm {
  verdict: Verdict
  entity: string
  relation: Relation
  /** Addresses as typed by the user, one in each line. */
  links: string
  note: string
}

type ReportField = 'entity' | 'links' | 'note'
export type ReportProblems = Partial<Record<ReportField, string>>

export const emptyForm = (verdict: Verdict): ReportForm => ({
  verdict,
  entity: '',
  relation: 'operator',
  links: '',
  note: '',
})

/** A report that the answer is wrong or outdated must say which answer would be right. */
export const needsReason = (verdict: Verdict): boolean =>
  verdict === 'wrong' || verdict === 'outdated'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function requestOf(
  form: ReportForm,
): { request: ReportRequest } | { problems: ReportProblems } {
  const { verdict, relation } = form
  if (!needsReason(verdict)) {
    const note = form.note.trim()
    return { request: { verdict, ...(note === '' ? {} : { note }) } }
  }
  const isNobody = relation === 'nobody'
  const entity = isNobody ? '' : form.entity.trim()
  const note = form.note.trim()
  const links = linesOf(form.links)
  const problems: ReportProblems = {
    ...(entity !== '' && entity.length < ENTITY_CHARACTERS.min
      ? { entity: 'Write at least 2 characters.' }
      : {}),
    ...(entity === '' && note === '' && !isNobody
      ? { entity: 'Name the operator, choose "Nobody operates the domain", or write a note.' }
      : {}),
    ...(links.length > LINKS_MAX ? { links: `Give at most ${LINKS_MAX} addresses.` } : {}),
    ...(links.some((link) => !isHttps(link))
      ? { links: 'Each address must begin with https://.' }
      : {}),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return {
    request: {
      verdict,
      ...(entity === '' ? {} : { correct_entity: entity }),
      ...(entity === '' && !isNobody ? {} : { relation }),
      ...(links.length === 0 ? {} : { evidence_urls: links }),
      ...(note === '' ? {} : { note }),
    },
  }
}

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'

const FIELDS: Record<string, ReportField> = {
  correct_entity: 'entity',
  evidence_urls: 'links',
  note: 'note',
}

/** Problems by form field. Empty if the failure is not about a field. */
export const refusedFields = ({ details }: ApiFailure): ReportProblems =>
  Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const field = FIELDS[path.split('.', 1)[0] ?? path]
      return field === undefined ? [] : [[field, `This ${message}.`]]
    }),
  )
