import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './sources.ts'

interface LockedPackage {
  integrity?: string
  resolved?: string
  dev?: boolean
  hasInstallScript?: boolean
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const locked = Object.entries(packages).filter(([folder]) => folder !== '')
const foldersWhere = (condition: (locked: LockedPackage) => boolean) =>
  locked.filter(([, each]) => condition(each)).map(([folder]) => folder)

describe('the lock file', () => {
  test('every package has a SHA-512 digest, so that npm ci refuses changed packages', () => {
    expect(locked.length).toBeGreaterThan(100)
    expect(foldersWhere(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  test('no package has an address, so that every registry can be used', () => {
    expect(foldersWhere(({ resolved }) => resolved !== undefined)).toEqual([])
  })

  test('no package of the deployed Worker runs a script when it is installed', () => {
    expect(
      foldersWhere(({ dev, hasInstallScript }) => dev !== true && hasInstallScript === true),
    ).toEqual([])
  })
})
