import { type Column, getTableColumns, type InferSelectModel, type Table } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/**
 * Column type `timestamptz` with microseconds. The values are texts, because a JavaScript Date has
 * only milliseconds.
 */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'string', precision: 6 })

/**
 * Column type of an identifier. Identifiers are TypeIDs (a prefix and a UUIDv7 in base 32). The
 * collation "C" compares bytes, so identifiers with the same prefix sort by creation time.
 */
export const identifier = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

const checkedColumn =
  (dataType: 'json' | 'jsonb') =>
  <Schema extends z.ZodType>(name: string, schema: Schema) =>
    customType<{ data: z.output<Schema>; driverData: unknown }>({
      dataType: () => dataType,
      fromDriver: (value) => schema.parse(value),
      toDriver: (value) => JSON.stringify(value),
    })(name)

/**
 * Column type `jsonb`. Whenever a row is read, `schema` checks the value of the column and throws a
 * ZodError for a value that does not match.
 */
export const json = checkedColumn('jsonb')

/**
 * Column type `json`, for values of some kilobytes that SQL seldom looks into: PostgreSQL stores
 * the text, which it compresses better than `jsonb`. The values are checked like those of `json`.
 */
export const jsonText = checkedColumn('json')

/**
 * Zod schema that accepts any object. The Zod schema z.record is not used, because it would check
 * every property and need more time than the database needs to read the row.
 */
const storedRow = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null,
)

/**
 * Returns a Zod schema that converts a JSON object from a SQL function to a row of `table`. The
 * properties of the JSON object are SQL column names. A missing column, an unexpected null or a
 * value of the wrong type is an error.
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
