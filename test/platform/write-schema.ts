import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { applyMigrations } from '../../migrations/apply.ts'
import { describeSchema } from './describe-schema.ts'
import { startGuardian } from './guardian.ts'
import { createDatabase, startPostgres } from './postgres.ts'

const SCHEMA = path.join(import.meta.dirname, '../../migrations/schema.sql')

const folder = await mkdtemp(path.join(os.tmpdir(), 'attribution-schema-'))
const guardian = startGuardian(folder)
const server = await startPostgres({
  folder: path.join(folder, 'postgres'),
  password: 'schema',
  durable: false,
  guardian,
})
try {
  const url = await createDatabase(server.url, 'schema')
  await applyMigrations(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await writeFile(SCHEMA, await describeSchema(client))
  await client.end()
} finally {
  await server.stop()
  guardian.close()
  await rm(folder, { recursive: true, force: true })
}
