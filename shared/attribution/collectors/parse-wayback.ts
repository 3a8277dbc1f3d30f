import { z } from 'zod'
import { parseJson } from '../../platform/crypto/encodings.ts'

/** A stored copy of a page at web.archive.org. */
export interface Capture {
  /** Year to second in UTC, 14 digits. */
  timestamp: string
  capturedAt: string
  /** URL of the page that was stored. */
  url: string
}

const Available = z.object({
  archived_snapshots: z.object({
    closest: z
      .object({ available: z.boolean(), status: z.string(), url: z.string().max(4_096) })
      .optional(),
  }),
})

/**
 * Reads an answer of the Wayback Availability API (archive.org/help/wayback_api.php). Null if it is
 * not usable.
 */
export function parseAvailable(text: string): { capture: Capture | null } | null {
  const read = Available.safeParse(parseJson(text))
  if (!read.success) return null
  const { closest } = read.data.archived_snapshots
  if (closest?.available !== true || closest.status !== '200') return { capture: null }
  const capture = parseCaptureUrl(closest.url)
  return capture === null ? null : { capture }
}

const CAPTURE_URL =
  /^https?:\/\/web\.archive\.org\/web\/(?<timestamp>\d{14})(?:[a-z]{2}_)?\/(?<url>https?:\/\/.{1,2048})$/su

/** Such as https://web.archive.org/web/20240102030405id_/http://example.com/ */
export function parseCaptureUrl(text: string): Capture | null {
  const { timestamp, url } = CAPTURE_URL.exec(text.slice(0, 4_096))?.groups ?? {}
  const capturedAt = timestamp === undefined ? null : instantOf(timestamp)
  if (timestamp === undefined || url === undefined || capturedAt === null) return null
  return { timestamp, capturedAt, url }
}

function instantOf(timestamp: string): string | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/u.exec(timestamp) ?? []
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const at = new Date(text)
  // "2024-02-31" would become a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString() === text ? text : null
}

/** The page as it was stored: `id_` leaves out the archive's own bar and rewritten links. */
export const rawCaptureUrl = ({ timestamp, url }: Capture): string =>
  `https://web.archive.org/web/${timestamp}id_/${url}`
