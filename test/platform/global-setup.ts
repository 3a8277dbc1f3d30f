import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { applyMigrations } from '../../migrations/apply.ts'
import { bundle, projectConfig } from './bundle.ts'
import { together } from './closers.ts'
import { startGuardian } from './guardian.ts'
import { memoryFolder } from './memory-folder.ts'
import { createDatabase, startPostgres } from './postgres.ts'
import { SHARED_POSTGRES } from './service.ts'

const TEMPLATE = 'template_service'

/**
 * Starts PostgreSQL, once for all projects of a run. Each test file gets a copy of a database in
 * which all migrations have run. Returns a function that stops the server.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[SHARED_POSTGRES] !== undefined) return async () => undefined
  process.env.TMPDIR ??= memoryFolder()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'attribution-tests-'))
  const guardian = startGuardian(folder)
  const [server] = await together([
    startPostgres({
      folder: path.join(folder, 'postgres'),
      password: 'tests',
      durable: false,
      guardian,
    }),
    // If the build fails, tests without the Worker can still run. Tests that start the Worker fail
    // later with wrangler's message.
    bundle(projectConfig).catch(() => undefined),
  ])
  await applyMigrations(await createDatabase(server.url, TEMPLATE))
  process.env[SHARED_POSTGRES] = JSON.stringify({ url: server.url, template: TEMPLATE })
  return async () => {
    await server.stop()
    guardian.close()
    await rm(folder, { recursive: true, force: true })
  }
}
