import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** A labelled example for the evaluation: a domain of the simulated internet and the true operator of this domain. */
export const LabelledCase = z.object({
  id: z.string().optional(),
  domain: z.string(),
  class: z.string().default('unclassed'),
  /** Type of the web page from which the example was recorded, such as home, legal or article. Missing if the example is invented. */
  kind: z.string().optional(),
  lang: z.string().nullish(),
  folder: z.string().default(''),
  truth: z.object({
    operator: z.string().nullable(),
    accept: z.array(z.string()).default([]),
    reject: z.array(z.string()).default([]),
    /** Brand names that the site shows. None of them is the name of the operator, so an attribution to a brand counts as an error. */
    brand: z.array(z.string()).default([]),
  }),
})
export type LabelledCase = z.infer<typeof LabelledCase>

/**
 * Returns the labelled examples in a folder, sorted by file name. A file without the field "truth" is not a labelled example, so it is
 * skipped.
 */
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
