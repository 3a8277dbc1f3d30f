/**
 * Regular expressions that cost more than linear time, each with the limit of the texts that it
 * meets.
 */
export const BOUNDED_PATTERNS: readonly {
  file: string
  pattern: string
  charactersMax: number
  because: string
}[] = []
