import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './sources.ts'

const FOLDER = join(ROOT, 'docs/pictures')
const TOTAL_BYTES_MAX = 1_500_000
const FILE_BYTES_MAX = 150_000

describe('pictures of the documents', () => {
  const pictures = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const bytesOf = (name: string) => statSync(join(FOLDER, name)).size

  test('the folder holds pictures of the dashboard only, which a clone of the repository can afford', () => {
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.filter((name) => !/^[a-z-]+\.webp$/.test(name))).toEqual([])
    expect(pictures.filter((name) => bytesOf(name) > FILE_BYTES_MAX)).toEqual([])
    expect(pictures.reduce((sum, name) => sum + bytesOf(name), 0)).toBeLessThanOrEqual(
      TOTAL_BYTES_MAX,
    )
  })
})
