import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/**
 * A change of files. `since` is the time of the first change, in milliseconds of performance.now().
 */
export type Change = { readonly paths: readonly string[]; readonly since: number }

const QUIET_MS = 40

/**
 * Calls `onChange` when no further change happens for a short time. Returns a function that stops
 * all watchers.
 * Each folder has its own watcher, because a recursive watcher of Node 20 loses a file that an
 * editor replaces by a rename.
 */
export function watchFolders(
  folders: readonly string[],
  isSource: (file: string) => boolean,
  onChange: (change: Change) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const changed = new Set<string>()
  let since = 0
  let timer: NodeJS.Timeout | null = null

  function report(): void {
    const paths = [...changed]
    changed.clear()
    timer = null
    onChange({ paths, since })
  }

  function note(file: string): void {
    if (timer === null) since = performance.now()
    else clearTimeout(timer)
    changed.add(file)
    timer = setTimeout(report, QUIET_MS)
  }

  function add(folder: string): void {
    const watcher = watch(
      folder,
      (_event, name) => name !== null && inspect(path.join(folder, name)),
    )
    watcher.on('error', () => remove(folder))
    watchers.set(folder, watcher)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) add(path.join(folder, entry.name))
    }
  }

  function remove(folder: string): void {
    for (const [each, watcher] of watchers) {
      if (each !== folder && !each.startsWith(folder + path.sep)) continue
      watcher.close()
      watchers.delete(each)
    }
  }

  function inspect(file: string): void {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
    const wasFolder = watchers.has(file)
    if (isFolder || wasFolder || isSource(file)) note(file)
    // If a folder was deleted and created again with the same name, the old watcher reports nothing
    // about the new folder. So each folder that changed gets a new watcher.
    if (wasFolder) remove(file)
    if (isFolder) add(file)
  }

  for (const folder of folders) add(folder)
  return () => {
    if (timer !== null) clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}
