import { z } from 'zod'
import { Job } from '../jobs/job.ts'

/** With `each`, the member is an array, and the next step applies to its elements. */
export interface Step {
  member: string
  each: boolean
}

const PATH_STEPS_MAX = 12

function unwrapped(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return unwrapped(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodUnion) {
    const [only, ...others] = (schema.options as z.ZodType[]).filter(
      (option) => !(option instanceof z.ZodNull),
    )
    if (only !== undefined && others.length === 0) return unwrapped(only)
  }
  return schema
}

function membersOf(schema: z.ZodType): Record<string, z.ZodType> | null {
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : null
}

/**
 * Parses a path such as `scoring_result.candidates[].entity`, where `[]` selects each element. For
 * an unknown field, the error message contains this field and the known fields of a job.
 */
export function readFieldPath(
  path: string,
): { ok: true; steps: Step[] } | { ok: false; message: string } {
  const parts = path.split('.')
  if (parts.length > PATH_STEPS_MAX)
    return { ok: false, message: `has more than ${PATH_STEPS_MAX} parts` }
  const steps: Step[] = []
  let schema: z.ZodType = Job
  for (const [index, part] of parts.entries()) {
    const each = part.endsWith('[]')
    const member = each ? part.slice(0, -2) : part
    const where = parts.slice(0, index).join('.')
    const members = membersOf(unwrapped(schema))
    const next = members !== null && Object.hasOwn(members, member) ? members[member] : undefined
    if (next === undefined) {
      const known =
        members === null ? 'it has no members' : `known are ${Object.keys(members).join(', ')}`
      return {
        ok: false,
        message: `has no field '${member.slice(0, 64)}'${where === '' ? '' : ` in '${where}'`}: ${known}`,
      }
    }
    schema = unwrapped(next)
    if (schema instanceof z.ZodArray) {
      const last = index === parts.length - 1
      if (!each && !last)
        return { ok: false, message: `goes into the list '${member}' without [] behind it` }
      if (each) schema = unwrapped(schema.element as z.ZodType)
    } else if (each) {
      return { ok: false, message: `has [] behind '${member}', which is not a list` }
    }
    steps.push({ member, each })
  }
  return { ok: true, steps }
}
