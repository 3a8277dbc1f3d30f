import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PRIVATE = 0o600

/**
 * Writes a file that only its owner may read. The text is written into a new file with that mode,
 * which then takes the place of an old file, because an old file may have a wider mode.
 */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const place = existsSync(file) ? realpathSync(file) : file
  const draft = `${place}.${randomUUID()}`
  writeFileSync(draft, text, { mode: PRIVATE, flag: 'wx' })
  renameSync(draft, place)
}
