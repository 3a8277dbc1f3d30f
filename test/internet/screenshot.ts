import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import { z } from 'zod'
import type { SampleRequest } from './messages.ts'

const GotoOptions = z
  .strictObject({
    waitUntil: z.enum(['load', 'domcontentloaded', 'networkidle0', 'networkidle2']),
    timeout: z.int().min(0).max(60_000),
  })
  .partial()

/**
 * The fields of the request that the service sends. The API has more (Cloudflare API documentation,
 * Browser Rendering, Take screenshot).
 */
const ScreenshotRequest = z.strictObject({
  url: z.url(),
  viewport: z.strictObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
  gotoOptions: GotoOptions.optional(),
  screenshotOptions: z
    .strictObject({
      type: z.enum(['png', 'jpeg', 'webp']),
      quality: z.int().min(0).max(100),
      fullPage: z.boolean(),
    })
    .partial()
    .refine(
      ({ type, quality }) => quality === undefined || type !== 'png',
      'quality is not for png',
    )
    .optional(),
})

/** As above, for "Get HTML content". */
const ContentRequest = z.strictObject({
  url: z.url(),
  gotoOptions: GotoOptions.optional(),
  rejectResourceTypes: z
    .array(z.enum(['document', 'stylesheet', 'image', 'media', 'font', 'script', 'xhr', 'fetch']))
    .optional(),
})

/**
 * Words that visitors see only in an image. The HTML of a test page has them as
 * data-pictured="place|name|words".
 */
interface Pictured {
  place: string
  name: string
  words: string
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const KEYWORD = 'pictured'

export interface SampleBrowser {
  load(url: string): Promise<Response>
  /** HTML of the page after its scripts have run. Undefined if its scripts change nothing. */
  rendered(url: string): string | undefined
  /** True if the account has used up its requests. */
  isLimited(): boolean
}

/**
 * Simulates POST .../browser-rendering/screenshot and .../content of Cloudflare. An API token that
 * is missing or contains `invalid` is refused.
 */
export async function answerBrowser(
  request: SampleRequest,
  browser: SampleBrowser,
): Promise<Response> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  if (token === '' || token.includes('invalid')) return refused(401, 'Authentication error')
  const action = /\/browser-rendering\/(screenshot|content)$/.exec(
    new URL(request.url).pathname,
  )?.[1]
  if (request.method !== 'POST' || action === undefined) return refused(404, 'Not found')
  if (browser.isLimited()) return refused(429, 'Rate limit exceeded')
  const given = await request.json().catch(() => null)
  return action === 'content' ? content(given, browser) : screenshot(given, browser)
}

async function content(given: unknown, { load, rendered }: SampleBrowser): Promise<Response> {
  const asked = ContentRequest.safeParse(given)
  if (!asked.success) return refused(400, 'Bad request')
  const page = await load(asked.data.url).catch(() => null)
  if (page === null) return refused(422, 'The page could not be loaded')
  const result = rendered(asked.data.url) ?? (await page.text())
  return Response.json({ success: true, result }, { headers: { 'x-browser-ms-used': '1200' } })
}

async function screenshot(given: unknown, { load }: SampleBrowser): Promise<Response> {
  const asked = ScreenshotRequest.safeParse(given)
  if (!asked.success) return refused(400, 'Bad request')
  const page = await load(asked.data.url).catch(() => null)
  if (page === null) return refused(422, 'The page could not be loaded')
  const html = await page.text()
  const words = [...html.matchAll(/data-pictured="(?<all>[^"]*)"/g)].map(
    ({ groups = {} }) => groups.all ?? '',
  )
  return new Response(picture(words.join('\n')), {
    headers: { 'content-type': 'image/png', 'x-browser-ms-used': '1200' },
  })
}

function refused(status: number, message: string): Response {
  return Response.json({ success: false, errors: [{ code: 10000, message }] }, { status })
}

const WIDTH = 320
const HEIGHT = 400
/** Height of the dark band at the top of the picture. */
const BAND = 60

/**
 * A PNG file that looks like a plain page. Its tEXt chunk has the words that a real screenshot
 * would show (PNG specification, sections 11.2 and 11.3.3).
 */
function picture(words: string): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits for each pixel, in gray.
  header[8] = 8
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: WIDTH }, (_, x) => shadeAt(x, y))]),
  )
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('tEXt', Buffer.concat([Buffer.from(`${KEYWORD}\0`), Buffer.from(words)])),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function shadeAt(x: number, y: number): number {
  if (y < BAND) return 60
  const isLine = y % 24 < 8 && x > 24 && x < WIDTH - 24 - ((y * 7) % 90)
  return isLine ? 190 : 250
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

export function picturedWords(image: Buffer): Pictured[] {
  const at = image.indexOf(`tEXt${KEYWORD}\0`)
  if (at < 0) return []
  const start = at + 'tEXt'.length + KEYWORD.length + 1
  const text = image.subarray(start, at + 4 + image.readUInt32BE(at - 4)).toString()
  return text.split('\n').flatMap((line) => {
    const [place, name, words] = line.split('|')
    return place !== undefined && name !== undefined && words !== undefined
      ? [{ place, name, words }]
      : []
  })
}
