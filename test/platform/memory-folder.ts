import { statfsSync } from 'node:fs'
import os from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const FREE_BYTES_MIN = 8 * 1024 ** 3

/** A folder in memory where the machine has one with room, else the usual temporary folder: tests and bench wait for no disk then. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_FOLDER : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}
