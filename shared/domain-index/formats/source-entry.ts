/** One statement of a source, unchecked: bytes from outside. */
export interface SourceEntry {
  /** URL or host name. */
  site: unknown
  name: unknown
  country?: unknown
  number?: unknown
  sellerId?: unknown
  /** Date of this entry, if the source has one. */
  date?: unknown
}
