import type { CollectorName } from '../evidence.ts'
import type { Author } from './signal-authors.ts'

/** One statement, derived from evidence, for or against a candidate. */
export interface Signal {
  kind: string
  collector: CollectorName
  /** Name of the candidate, spelled as in the source. */
  entity: string | null
  entityType: 'organization' | 'person' | 'unknown'
  /** A host, or a value that several domains can share: `host:example.net`, `adsense:pub-123`. */
  identifier: string | null
  /** Quote from the source for human readers: at most 300 characters, no control characters. */
  observed: string
  stance: 'supports' | 'contradicts'
  strength: number
  group: string
  author: Author
  /** Position and form of a name on a page, for the ranking model: "footer", "with_form". */
  marks?: readonly string[]
}

export interface LinkingIdentifier {
  kind: string
  value: string
}
