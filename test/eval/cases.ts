import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** A labelled case: a domain file of the sample internet with the truth about its operator. */
export const LabelledCase = z.object({
  id: z.string().optional(),
  domain: z.string(),
  class: z.string().default('unclassed'),
  /** Kind of the pages (home, legal, article, …); synthetic cases have their class. */
  kind: z.string().optional(),
  lang: z.string().nullish(),
  /** Name of the folder that the case was read from. */
  folder: z.string().default(''),
  truth: z.object({
    operator: z.string().nullable(),
    accept: z.array(z.string()).default([]),
    reject: z.array(z.string()).default([]),
    /** Names of the site's own brand that do not say who operates it. */
    brand: z.array(z.string()).default([]),
  }),
})
export type LabelledCase = z.infer<typeof LabelledCase>

/** The labelled cases of a folder, by file name. Files without a truth are scenery and are passed over. */
export async function readCases(folder: string): Promise<LabelledCase[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !name.startsWith('_')).sort()
  const cases: LabelledCase[] = []
  for (const name of names) {
    const content: unknown = JSON.parse(await readFile(path.join(folder, name), 'utf8'))
    const parsed = LabelledCase.safeParse(content)
    if (parsed.success)
      cases.push({ ...parsed.data, folder: path.basename(folder), id: parsed.data.id ?? name.replace(/\.json$/u, '') })
  }
  return cases
}
