import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Brings the database up to the newest migration; each is applied once, in the journal's order, all in one transaction. Throws what Postgres says. */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await migrate(drizzle(client), { migrationsFolder: fileURLToPath(new URL('.', import.meta.url)) })
  } finally {
    await client.end()
  }
}
