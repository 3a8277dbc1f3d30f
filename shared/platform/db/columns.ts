import { type Column, getTableColumns, type InferSelectModel, type Table } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** A time by Postgres' clock, read as Postgres' own text, because a Date loses the microseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 6 })

/** A TypeID. With collation C, ids of one kind sort by the time that they contain. */
export const identifier = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * Returns a schema for a row of `table` that a SQL function returned as JSON (`to_jsonb(row)`, with the SQL names of the columns). Its output
 * is the row type of the table. A missing column, an unexpected null and a value of another type are errors.
 */
export function rowOf<Subject extends Table>(table: Subject): z.ZodType<InferSelectModel<Subject>> {
  const columns = Object.entries(getTableColumns(table))
  return z.record(z.string(), z.unknown()).transform((stored, context) => {
    const row: Record<string, unknown> = {}
    for (const [property, column] of columns) {
      const value = stored[column.name]
      if (fits(column, value)) row[property] = value === null ? null : column.mapFromDriverValue(value)
      else context.addIssue({ code: 'custom', path: [column.name], message: `not a value of ${column.getSQLType()}` })
    }
    return row as InferSelectModel<Subject>
  })
}

function fits(column: Column, value: unknown): boolean {
  if (value === null) return !column.notNull
  if (column.dataType === 'array') return Array.isArray(value)
  if (column.dataType === 'custom') return value !== undefined
  if (column.enumValues !== undefined) return column.enumValues.includes(String(value))
  return typeof value === column.dataType
}
