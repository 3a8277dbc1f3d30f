import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

interface Lockfile {
  packages: Record<string, { dev?: boolean; devDependencies?: object }>
}

/**
 * Returns CycloneDX JSON: each package with its version, licence and SHA-512 digest. `root` is the
 * folder of the project.
 */
export function billOfMaterials(root: string): string {
  const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
  const { devDependencies: _, ...project } = read('package.json') as {
    name: string
    devDependencies?: object
  }
  const lockfile = read('package-lock.json') as Lockfile
  const { devDependencies: __, ...self } = lockfile.packages[''] ?? {}
  const deployed = Object.entries(lockfile.packages).filter(
    ([folder, { dev }]) => folder !== '' && dev !== true,
  )
  // "npm sbom --omit dev" leaves out every package that a development tool also uses, for example
  // zod. So npm runs in a copy of the project without development tools. npm uses the name of the
  // copy's folder as the name of the bill.
  const parent = mkdtempSync(path.join(tmpdir(), 'bill-of-materials-'))
  try {
    const copy = path.join(parent, project.name)
    mkdirSync(copy)
    const packages = { '': self, ...Object.fromEntries(deployed) }
    writeFileSync(path.join(copy, 'package.json'), JSON.stringify(project))
    writeFileSync(path.join(copy, 'package-lock.json'), JSON.stringify({ ...lockfile, packages }))
    return execFileSync(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
      {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: OUTPUT_BYTES_MAX,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}
