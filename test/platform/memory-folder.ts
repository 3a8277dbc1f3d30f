import { statfsSync } from 'node:fs'
import os from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const FREE_BYTES_MIN = 8 * 1024 ** 3

/**
 * Tests run faster without slow writes to a disk. With less than 8 GiB of free memory, the system's
 * temporary folder is used.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_FOLDER : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}
