import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns the current commit. Undefined without git, or if `folder` is only a subfolder of another
 * checkout.
 */
export async function commitOf(folder: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--show-toplevel', 'HEAD'], { cwd: folder })
    const [top = '', commit] = stdout.trim().split('\n')
    return (await realpath(top)) === (await realpath(folder)) ? commit : undefined
  } catch {
    return undefined
  }
}
