import { and, desc, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import type { RequestOrigin } from '../platform/request-origin.ts'
import { schemaTemplates } from './tables.ts'

export type TemplateRow = typeof schemaTemplates.$inferSelect

const Limited = z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number() })
const Created = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), template: rowOf(schemaTemplates) }),
  z.object({ outcome: z.enum(['exists', 'closed']) }),
  Limited,
])
const Deleted = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['deleted', 'unknown']) }),
  Limited,
])

interface Change extends RequestOrigin {
  template_id: string
  limit: number
}

export async function create(
  db: Database,
  change: Change & { name: string; fields: string[] },
): Promise<z.infer<typeof Created>> {
  return callFunction(db, 'create_template', { ...change }, Created)
}

export async function remove(
  db: Database,
  change: Change & { act_id: string },
): Promise<z.infer<typeof Deleted>> {
  return callFunction(db, 'delete_template', { ...change }, Deleted)
}

export async function page(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TemplateRow[]> {
  return db
    .select()
    .from(schemaTemplates)
    .where(eq(schemaTemplates.accountId, accountId))
    .orderBy(desc(schemaTemplates.id))
    .limit(limit + 1)
    .offset(offset)
}

/**
 * Finds a template by id or by name. If one template has this id and another has it as its name,
 * the one with the id is returned.
 */
export async function find(
  db: Database,
  accountId: string,
  nameOrId: string,
): Promise<TemplateRow | null> {
  const { id, name } = schemaTemplates
  const [row] = await db
    .select()
    .from(schemaTemplates)
    .where(and(eq(schemaTemplates.accountId, accountId), or(eq(id, nameOrId), eq(name, nameOrId))))
    .orderBy(desc(eq(id, nameOrId)))
    .limit(1)
  return row ?? null
}
