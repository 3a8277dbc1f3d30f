import { statfsSync } from 'node:fs'
import os from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const FREE_BYTES_MIN = 8 * 1024 ** 3

/**
 * Needs 8 GiB of free memory; otherwise the system's temporary folder. Tests run faster without
 * slow writes to a disk.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_FOLDER : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}
