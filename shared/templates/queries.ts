import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Doer } from '../platform/actor.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'

const TemplateRow = z.object({ id: z.string(), name: z.string(), fields: z.array(z.string()), created_at: z.string() })
export type TemplateRow = z.infer<typeof TemplateRow>

const Limited = z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number() })
const Created = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), template: TemplateRow }),
  z.object({ outcome: z.enum(['exists', 'closed']) }),
  Limited,
])
const Deleted = z.discriminatedUnion('outcome', [z.object({ outcome: z.enum(['deleted', 'unknown']) }), Limited])

interface Act extends Doer {
  template_id: string
  /** Changes of templates that the account may make in an hour. */
  limit: number
}

/** Makes a template, taking one slot of the hour. */
export async function create(
  db: Database,
  act: Act & { name: string; fields: string[] },
): Promise<z.infer<typeof Created>> {
  return callFunction(db, 'create_template', { ...act }, Created)
}

/** Deletes a template of the account, taking one slot of the hour. */
export async function remove(db: Database, act: Act & { act_id: string }): Promise<z.infer<typeof Deleted>> {
  return callFunction(db, 'delete_template', { ...act }, Deleted)
}

/** The account's templates, newest first, one more than asked for when there is a further page. */
export async function page(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TemplateRow[]> {
  const query = sql`select id, name, fields, created_at from schema_templates where account_id = ${accountId}
    order by id desc limit ${limit + 1} offset ${offset}`
  return rows(db, query, TemplateRow)
}

/** The account's template of that name or id, or null. */
export async function find(db: Database, accountId: string, nameOrId: string): Promise<TemplateRow | null> {
  const query = sql`select id, name, fields, created_at from schema_templates
    where account_id = ${accountId} and (id = ${nameOrId} or name = ${nameOrId}) order by (id = ${nameOrId}) desc limit 1`
  const [row] = await rows(db, query, TemplateRow)
  return row ?? null
}
