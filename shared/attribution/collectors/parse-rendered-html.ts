import { z } from 'zod'
import { parseJson } from '../../platform/crypto/encodings.ts'

/** `html` is null if the browser could not load the page. */
export interface RenderedHtml {
  html: string | null
  truncated: boolean
}

const Envelope = z.object({ success: z.literal(true), result: z.string() })

const RESULT_START = /"result"\s{0,20}:\s{0,20}"/u
/** Characters of the JSON answer in which the page begins. */
const START_LENGTH_MAX = 2_000
const ESCAPE_LENGTH_MAX = 6

/**
 * Reads the answer of "Get HTML content" (Cloudflare API documentation, Browser Rendering): JSON
 * with the page in `result`, or the page itself. Null if it is neither.
 */
export function parseRenderedHtml(text: string, truncated: boolean): RenderedHtml | null {
  if (/^\s{0,100}</u.test(text)) return { html: text, truncated }
  if (truncated) return cutResult(text)
  const read = Envelope.safeParse(parseJson(text))
  return read.success ? { html: read.data.result, truncated } : null
}

// A large page cuts the JSON. Its end may be half of an escape such as "\u00e", which is left out.
function cutResult(text: string): RenderedHtml | null {
  const start = RESULT_START.exec(text.slice(0, START_LENGTH_MAX))
  if (start === null) return null
  const cut = text.slice(start.index + start[0].length)
  for (let left = 0; left <= ESCAPE_LENGTH_MAX; left += 1) {
    const html = parseJson(`"${cut.slice(0, cut.length - left)}"`)
    if (typeof html === 'string') return { html, truncated: true }
  }
  return null
}
