import { type Column, getTableColumns, type InferSelectModel, sql, type Table } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/**
 * The time is read as a text with microseconds, because a JavaScript Date has only milliseconds.
 */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'string', precision: 6 })

/** TypeID. The collation "C" compares bytes, so ids of one prefix sort by creation time. */
export const identifier = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const isOneOf = (column: Column, values: readonly string[]) =>
  sql`${column} in ${sql.raw(`('${values.join("', '")}')`)}`

const checkedColumn =
  (dataType: 'json' | 'jsonb') =>
  <Schema extends z.ZodType>(name: string, schema: Schema) =>
    customType<{ data: z.output<Schema>; driverData: unknown }>({
      dataType: () => dataType,
      fromDriver: (value) => schema.parse(value),
      toDriver: (value) => JSON.stringify(value),
    })(name)

/** Column of type `jsonb`. `schema` checks each value that is read and throws a ZodError. */
export const json = checkedColumn('jsonb')

/**
 * Column of type `json`, for large values that SQL seldom reads: `json` compresses better than
 * `jsonb`.
 */
export const jsonText = checkedColumn('json')

// Checks only that the value is an object. z.record would check every property, which takes longer
// than the database query.
const storedRow = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null,
)

/**
 * A SQL function returns a row as JSON with SQL column names. The returned schema converts this
 * JSON to a row of `table`.
 */
export function rowOf<Subject extends Table>(table: Subject): z.ZodType<InferSelectModel<Subject>> {
  const columns = Object.entries(getTableColumns(table))
  return storedRow.transform((stored, context) => {
    const row: Record<string, unknown> = {}
    for (const [property, column] of columns) {
      const value = stored[column.name]
      if (fits(column, value))
        row[property] = value === null ? null : column.mapFromDriverValue(value)
      else
        context.addIssue({
          code: 'custom',
          path: [column.name],
          message: `not a value of ${column.getSQLType()}`,
        })
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
