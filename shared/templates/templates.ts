import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { validationError } from '../platform/http/validation.ts'
import { isIdentifier, newIdentifier } from '../platform/identifiers.ts'
import { requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { readFieldPath, type Step } from './field-paths.ts'
import { project } from './project-fields.ts'
import * as templates from './queries.ts'

type ChangeServices = Pick<Services, 'db' | 'env' | 'requestId'>

const changeOf = (services: ChangeServices, caller: Caller, templateId: string) => ({
  ...requestOriginOf(services, caller),
  template_id: templateId,
  limit: services.env.SCHEMA_MUTATIONS_PER_HOUR,
})

const limited = (seconds: number) =>
  new PublicError('RATE_LIMITED', 'No more changes of templates this hour.', {
    headers: { 'retry-after': String(seconds) },
  })

const unknown = () => new PublicError('NOT_FOUND', 'There is no such template.')

function requireFields(fields: readonly string[]): Step[][] {
  const problems: { path: string[]; message: string }[] = []
  const paths = fields.map((field, index) => {
    const read = readFieldPath(field)
    if (read.ok) return read.steps
    problems.push({
      path: ['fields', String(index)],
      message: `'${field.slice(0, 128)}' ${read.message}`,
    })
    return []
  })
  if (problems.length > 0) throw validationError(problems)
  return paths
}

/** Throws PublicError VALIDATION_ERROR, TEMPLATE_EXISTS or RATE_LIMITED. */
export async function createTemplate(
  services: ChangeServices & Pick<Services, 'newIdentifier'>,
  caller: Caller,
  wanted: { name: string; fields: string[] },
): Promise<templates.TemplateRow> {
  requireFields(wanted.fields)
  const change = changeOf(services, caller, services.newIdentifier('tpl'))
  const created = await templates.create(services.db, { ...change, ...wanted })
  switch (created.outcome) {
    case 'created':
      return created.template
    case 'exists':
      throw new PublicError('TEMPLATE_EXISTS', 'There is a template of this name already.')
    case 'limited':
      throw limited(created.retry_after_seconds)
    case 'closed':
      throw unauthorized()
    default:
      return created satisfies never
  }
}

/** Throws PublicError NOT_FOUND or RATE_LIMITED. */
export async function deleteTemplate(
  services: ChangeServices,
  caller: Caller,
  templateId: string,
): Promise<void> {
  const change = { ...changeOf(services, caller, templateId), act_id: newIdentifier('req') }
  const deleted = await templates.remove(services.db, change)
  if (deleted.outcome === 'limited') throw limited(deleted.retry_after_seconds)
  if (deleted.outcome === 'unknown') throw unknown()
}

export async function listTemplates(
  db: Database,
  caller: Caller,
  wanted: { limit: number; offset: number },
): Promise<{ templates: templates.TemplateRow[]; meta: PageMeta }> {
  const found = await templates.page(db, caller.accountId, wanted)
  return {
    templates: found.slice(0, wanted.limit),
    meta: { ...wanted, has_more: found.length > wanted.limit },
  }
}

export async function requireTemplate(
  db: Database,
  caller: Caller,
  templateId: string,
): Promise<templates.TemplateRow> {
  const found = isIdentifier('tpl', templateId)
    ? await templates.find(db, caller.accountId, templateId)
    : null
  if (found === null) throw unknown()
  return found
}

/**
 * Returns a function that keeps only the fields of a template. Without `nameOrId` the function
 * changes nothing. Throws PublicError NOT_FOUND.
 */
export async function projection(
  db: Database,
  caller: Caller,
  nameOrId: string | undefined,
): Promise<(value: object) => object> {
  if (nameOrId === undefined) return (value) => value
  const found = await templates.find(db, caller.accountId, nameOrId)
  if (found === null) throw unknown()
  const paths = requireFields(found.fields)
  return (value) => project(value, paths)
}
