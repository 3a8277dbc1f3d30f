import { z } from 'zod'
import entries from './company-registers.json' with { type: 'json' }

const Entry = z.object({
  register: z.string(),
  number: z.string(),
  name: z.string(),
  other_names: z.array(z.string()).default([]),
  website: z.string().nullable().default(null),
  status: z.enum(['active', 'dissolved', 'hidden', 'busy']).default('active'),
})
export type Entry = z.infer<typeof Entry>

const ENTRIES = z.array(Entry).parse(entries)

export const entryOf = (register: string, number: string): Entry | undefined =>
  ENTRIES.find((entry) => entry.register === register && entry.number === number)

/** Day on which all former names and dissolved companies of the sample end. */
export const ENDED = '2024-03-31'
export const endOf = ({ status }: Entry): string | null => (status === 'dissolved' ? ENDED : null)

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** Part of the path after `prefix`, or ''. */
export const after = ({ pathname }: URL, prefix: string): string =>
  pathname.startsWith(prefix) ? pathname.slice(prefix.length) : ''
