import { customType, timestamp } from 'drizzle-orm/pg-core'

/** An instant, kept by Postgres' clock and read as Postgres' own text (microseconds are lost in a Date). */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 6 })

/** A TypeID. Collation C, so that ids of one kind sort by the time in them. */
export const identifier = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
