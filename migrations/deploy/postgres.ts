import { z } from 'zod'
import { placeOf } from './settings-template.ts'
import { placementOf } from './worker-config.ts'
import { DeployRefused, type World } from './world.ts'

/**
 * Supported major versions of PostgreSQL. Neon offers these two and all versions between them. The
 * migrations were tested on the first and on the last one.
 */
const VERSION_MIN = 15
const VERSION_MAX = 18
const VERSION_UNIT = 10_000

const Facts = z.object({
  version: z.coerce.number(),
  trigram: z.boolean(),
  may_create: z.boolean(),
})

/**
 * Returns the direct address of a Neon database. Migrations need a session of their own, but Neon's
 * pooler gives the same session to several clients (Neon documentation, page Connection pooling).
 */
export const directUrl = (databaseUrl: string): string =>
  databaseUrl.replace(/-pooler(?=\.[a-z0-9.-]{1,100}\.neon\.tech)/, '')

/**
 * Throws DeployRefused unless the database can be reached, its version is supported, and pg_trgm is
 * available. Returns a short description.
 */
export async function checkPostgres(
  { connect }: Pick<World, 'connect'>,
  databaseUrl: string,
): Promise<string> {
  const database = await connect(directUrl(databaseUrl)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DeployRefused(
      `Neon: DATABASE_URL cannot be used (${reason}): ${placeOf('DATABASE_URL')}`,
    )
  })
  try {
    const [row] = await database.query(`select current_setting('server_version_num') as version,
      exists (select 1 from pg_available_extensions where name = 'pg_trgm') as trigram,
      has_database_privilege(current_database(), 'create') as may_create`)
    const facts = Facts.parse(row)
    const major = Math.floor(facts.version / VERSION_UNIT)
    if (major < VERSION_MIN || major > VERSION_MAX)
      throw new DeployRefused(
        `Neon: the database runs PostgreSQL ${major}, but versions ${VERSION_MIN} to ${VERSION_MAX} are supported: create a project with one of them.`,
      )
    if (!facts.trigram)
      throw new DeployRefused(
        'Neon: the extension pg_trgm is not available: use a database that offers it, as Neon does.',
      )
    if (!facts.may_create)
      throw new DeployRefused(
        'Neon: the role in DATABASE_URL may not create anything: use the role that owns the database.',
      )
    return `PostgreSQL ${major}, ${placementOf(databaseUrl) ?? 'region unknown, DEPLOY_PLACEMENT can name it'}`
  } finally {
    await database.end()
  }
}
