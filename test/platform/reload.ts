import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as viteBuild } from 'vite'
import { applyMigrations } from '../../migrations/apply.ts'
import type { Platform } from './platform.ts'
import { BuildFailed, createRebuilder } from './rebuild.ts'
import { StartRefused } from './refusal.ts'
import { type Change, watchFolders } from './watch.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS = path.join(PROJECT, 'migrations')
const DASHBOARD = path.join(PROJECT, 'workers/dashboard')
const WATCHED = [path.join(PROJECT, 'workers'), path.join(PROJECT, 'shared'), MIGRATIONS]

/**
 * True for files that need a reload after a change. Files in workers/assets/ need none, because
 * they are read from the disk for each request.
 */
const isSource = (file: string) =>
  /\.(?:tsx?|m?js|json|sql|css|html|svg)$/.test(file) && !file.includes('/workers/assets/')

/**
 * After each change, applies new migrations, builds the Worker and restarts workerd. If the new
 * Worker cannot start, the previous one keeps serving. Returns a function that stops the watchers.
 */
export async function startReloading(
  platform: Platform,
  print: (line: string) => void,
): Promise<() => Promise<void>> {
  const rebuilder = await createRebuilder(PROJECT)
  // The first build takes twice as long as later builds, so it runs before the first change.
  await rebuilder.build().catch(() => undefined)

  const buildDashboard = () => viteBuild({ root: DASHBOARD, logLevel: 'silent' })

  async function reload({ paths, since }: Change): Promise<void> {
    try {
      if (paths.some((file) => file.startsWith(MIGRATIONS))) {
        await applyMigrations(platform.databaseUrl)
        print('Applied the migrations.')
      }
      if (paths.some((file) => file.startsWith(DASHBOARD))) {
        await buildDashboard()
        print(`Built the dashboard in ${Math.round(performance.now() - since)} ms`)
        if (paths.every((file) => file.startsWith(DASHBOARD))) return
      }
      await platform.reload(await rebuilder.build())
      print(`Reloaded in ${Math.round(performance.now() - since)} ms`)
    } catch (error) {
      const state =
        error instanceof StartRefused
          ? 'Nothing serves until the next change'
          : 'The last good Worker keeps serving'
      print(`Not reloaded. ${state}:\n${reasonOf(error)}`)
    }
  }

  let waiting: Change | null = null
  let reloading: Promise<void> | null = null
  async function reloadAll(): Promise<void> {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null
      await reload(next)
    }
    reloading = null
  }
  const stopWatching = watchFolders(WATCHED, isSource, (change) => {
    waiting = {
      paths: [...(waiting?.paths ?? []), ...change.paths],
      since: waiting?.since ?? change.since,
    }
    reloading ??= reloadAll()
  })
  return async () => {
    stopWatching()
    waiting = null
    await reloading
    await rebuilder.close()
  }
}

/**
 * Returns a text for an error. The message of a build error is complete. For other errors, for
 * example of drizzle-orm, `cause` contains more.
 */
function reasonOf(error: unknown): string {
  if (error instanceof BuildFailed || error instanceof StartRefused) return error.message
  return error instanceof Error && error.cause !== undefined
    ? `${error}\n${error.cause}`
    : String(error)
}
