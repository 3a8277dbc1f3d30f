import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })

/**
 * Clones this repository into a new folder, which shares the packages. Files that are changed and
 * not committed are copied too, so that a test sees them.
 */
export async function cloneFresh(folder: string): Promise<void> {
  git('clone', '--quiet', '--depth', '1', `file://${ROOT}`, folder)
  const changed = git('ls-files', '-z', '--modified', '--others', '--exclude-standard')
  const gone = git('ls-files', '-z', '--deleted').split('\0')
  for (const file of changed.split('\0').filter((name) => name !== '' && !gone.includes(name))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    cpSync(path.join(ROOT, file), path.join(folder, file))
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
}
