import { z } from 'zod'
import { AUTHORS } from './signal-authors.ts'
import kinds from './signal-kinds.json' with { type: 'json' }

// Places where statements are found. A place is not an author: one holder of a domain writes the
// site, the zone, the redirect and, at most registries, the registrant.
const PARTIES = [
  'registration',
  'site',
  'name',
  'certificate',
  'network',
  'dns',
  'advertising',
  'affiliation',
  'redirect',
  'registry',
  'named party',
  'records',
  'reading',
  'context',
  'link',
] as const
export type Party = (typeof PARTIES)[number]

// Meaning of the name in a signal: legal name, brand or title (`trade`), or name of a host or
// network, which adds no candidate (`hint`). `context` and `link` name no candidate.
const NAME_ROLES = ['legal', 'trade', 'hint', 'context', 'link'] as const
export type NameRole = (typeof NAME_ROLES)[number]

const Author = z.enum(AUTHORS)

const SignalKind = z.object({
  party: z.enum(PARTIES),
  /** Independence group: signals that can all result from one action, such as one edit. */
  group: z.string(),
  role: z.enum(NAME_ROLES),
  // Natural log-odds, before they are multiplied with the calibrated `kind_weights`. With the role
  // `context` they support the result that no candidate is the operator.
  strength: z.number(),
  /** Usual author. Code that reads evidence may state one of `other_authors` instead. */
  author: Author,
  other_authors: z.partialRecord(Author, z.string()).default({}),
  sentence: z.string(),
  /** Words for this kind of signal in a sentence that compares two signals. */
  phrase: z.string(),
})
type SignalKind = z.infer<typeof SignalKind>

export type SignalKindName = keyof typeof kinds

export const SIGNAL_KINDS = z.record(z.string(), SignalKind).parse(kinds) as Readonly<
  Record<SignalKindName, SignalKind>
>

export const signalKind = (name: string): SignalKind | null =>
  Object.hasOwn(SIGNAL_KINDS, name) ? SIGNAL_KINDS[name as SignalKindName] : null

/** Removes the full stop of the sentence. The result may still end in a text such as "Inc.". */
export function clauseOf(kindName: string, entity: string | null, observed: string): string {
  const sentence = signalKind(kindName)?.sentence ?? 'The evidence contains {observed}.'
  return sentence
    .replace(/\.$/u, '')
    .replace(/\{(entity|observed)\}/gu, (_, field) =>
      field === 'entity' ? (entity ?? 'an operator') : observed,
    )
}

/** Adds a missing full stop. Removes a comma at the end, where a text may have been cut off. */
export const asSentence = (clause: string): string =>
  /[.!?…。]$/u.test(clause) ? clause : `${clause.replace(/[,;:]$/u, '')}.`

export const explainSignal = (kindName: string, entity: string | null, observed: string): string =>
  asSentence(clauseOf(kindName, entity, observed))
