import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** Relative to the project's root. */
  path: string
  text: string
  /** What it imports: package names, or paths relative to the root. */
  imports: string[]
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"\n]+)['"]/g

/** Every TypeScript file below a folder of the project, with its imports. */
export function sourcesOf(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => {
      const full = join(ROOT, folder, name)
      const text = readFileSync(full, 'utf8')
      const imports = [...text.matchAll(IMPORT)].map(([, target = '']) =>
        target.startsWith('.') ? relative(ROOT, resolve(dirname(full), target)) : target,
      )
      return { path: relative(ROOT, full), text, imports }
    })
}
