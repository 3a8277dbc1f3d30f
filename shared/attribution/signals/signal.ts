import type { Target } from '../collector.ts'
import type { CollectorName, EvidenceSet } from '../evidence.ts'
import type { Author } from './signal-authors.ts'

/**
 * One fact from the evidence: the name of a possible operator, a value that domains of one operator
 * share, or another fact about the domain or a name, for example that the domain is parked.
 */
export interface Signal {
  kind: string
  collector: CollectorName
  /** Name of the possible operator, spelled as in the source. Null for a fact without a name. */
  entity: string | null
  entityType: 'organization' | 'person' | 'unknown'
  /**
   * Host name, or value that several domains may share. The type stands before the colon:
   * `host:example.net`, `adsense:pub-123`. Null for a fact without such a value.
   */
  identifier: string | null
  /**
   * Quote from the evidence for a person who checks the result: at most 300 characters, no control
   * characters.
   */
  observed: string
  stance: 'supports' | 'contradicts'
  strength: number
  group: string
  author: Author
  /**
   * Position and form of the name on a web page, which the ranking model uses. Examples: "footer",
   * or "with_form" for a name with a legal form such as "Ltd".
   */
  marks?: readonly string[]
}

export interface LinkingIdentifier {
  kind: string
  value: string
}

export type ReadSignals = (target: Target, evidence: EvidenceSet, now: Date) => Signal[]
