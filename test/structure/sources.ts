import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  path: string
  text: string
  /**
   * Imported packages and files. Imports of types and re-exports are included. File paths are
   * relative to the root of the repository.
   */
  imports: string[]
}

export function sourcesOf(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => {
      const full = join(ROOT, folder, name)
      const text = readFileSync(full, 'utf8')
      const imports = ts
        .preProcessFile(text, true, true)
        .importedFiles.map(({ fileName }) =>
          fileName.startsWith('.') ? relative(ROOT, resolve(dirname(full), fileName)) : fileName,
        )
      return { path: relative(ROOT, full), text, imports }
    })
}
