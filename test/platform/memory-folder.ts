import { statfsSync } from 'node:fs'
import os from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const FREE_BYTES_MIN = 8 * 1024 ** 3

/**
 * Returns a folder in memory, because tests run faster without slow writes to a disk. With less
 * than 8 GiB of free memory, returns the system's temporary folder.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_FOLDER : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}
