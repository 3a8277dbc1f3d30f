import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

export const LabelledCase = z.object({
  id: z.string().optional(),
  domain: z.string(),
  class: z.string().default('unclassed'),
  /** Type of the recorded page: home, legal or article. Missing if the example is invented. */
  kind: z.string().optional(),
  lang: z.string().nullish(),
  folder: z.string().default(''),
  corpus: z.string().nullish(),
  truth: z.object({
    operator: z.string().nullable(),
    accept: z.array(z.string()).default([]),
    reject: z.array(z.string()).default([]),
    /** Brand names that the site shows. An attribution to a brand counts as an error. */
    brand: z.array(z.string()).default([]),
  }),
})
export type LabelledCase = z.infer<typeof LabelledCase>

/**
 * Returns the last two folders of a path. One is not enough, because folders of different sets
 * often have the same name.
 */
export const folderName = (folder: string): string => folder.split(path.sep).slice(-2).join('/')

/**
 * Corpus of the examples whose file names no corpus. `all` is for every such example, `byDomain`
 * has one for each domain.
 */
export interface CorpusOf {
  all?: string | undefined
  byDomain?: Readonly<Record<string, string>>
}

export const readCorpora = async (file: string): Promise<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, 'utf8')))

/**
 * Reads the examples of a folder, sorted by file name. A file without the field `truth` is no
 * labelled example and is skipped.
 */
export async function readCases(folder: string, corpusOf: CorpusOf = {}): Promise<LabelledCase[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.json') && !name.startsWith('_'))
    .sort()
  const cases: LabelledCase[] = []
  for (const name of names) {
    const content: unknown = JSON.parse(await readFile(path.join(folder, name), 'utf8'))
    const parsed = LabelledCase.safeParse(content)
    if (!parsed.success) continue
    const { data } = parsed
    cases.push({
      ...data,
      folder: folderName(folder),
      corpus: data.corpus ?? corpusOf.all ?? corpusOf.byDomain?.[data.domain],
      id: data.id ?? name.replace(/\.json$/u, ''),
    })
  }
  return cases
}
