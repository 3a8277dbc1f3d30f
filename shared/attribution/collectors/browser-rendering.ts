import type { ContentCreateParams } from 'cloudflare/resources/browser-rendering/content'
import type { ScreenshotCreateParams } from 'cloudflare/resources/browser-rendering/screenshot'
import type { BrowserBinding } from '../../platform/environment.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { FetchFailure } from '../../platform/net/fetch-failure.ts'
import {
  callService,
  jsonOf,
  type ServiceAnswer,
  type ServiceCall,
} from '../../platform/net/service-call.ts'
import { parseRenderedHtml, type RenderedHtml } from './parse-rendered-html.ts'

// Request bodies of "Take screenshot" and "Get HTML content" in the Browser Rendering API of
// Cloudflare. The account id is a part of the URL, so it is left out here.
type ScreenshotRequest = Omit<ScreenshotCreateParams.Variant0, 'account_id' | 'cacheTTL'>
type ContentRequest = Omit<ContentCreateParams.Variant0, 'account_id' | 'cacheTTL'>

export type BrowserAccess =
  | { by: 'binding'; browser: BrowserBinding }
  | { by: 'rest'; accountId: string; apiToken: string }

export interface Screenshot {
  bytes: Uint8Array
  mediaType: 'image/png' | 'image/jpeg'
}

const API = 'https://api.cloudflare.com/client/v4/accounts'
const CONTROL_URL = 'https://api.cloudflare.com/client/v4/ips'
export const BROWSER_SOURCE_HOST = 'api.cloudflare.com'
const SCREENSHOT_LOAD_MS = 15_000
const SCREENSHOT_CALL_MS = 25_000
// Model providers accept images of about 5 MB. Base64 makes an image one third larger, so 3 MiB of
// image bytes become 4 MiB.
const IMAGE_BYTES_MAX = 3 * 1024 * 1024
const VIEWPORT = { width: 1280, height: 1600 }
const JPEG_QUALITY = 70

const CONTENT_LOAD_MS = 12_000
const CONTENT_CALL_MS = 15_000
const CONTENT_BYTES_MAX = 2 * 1024 * 1024

/**
 * Returns a PNG or JPEG image. The caller must first check that `url` leads to a public host.
 * Throws FetchFailure.
 */
export async function takeScreenshot(
  access: BrowserAccess,
  url: string,
  connections: Connections,
): Promise<Screenshot> {
  const request: ScreenshotRequest = {
    url,
    viewport: VIEWPORT,
    gotoOptions: { waitUntil: 'networkidle2', timeout: SCREENSHOT_LOAD_MS },
    screenshotOptions: { type: 'jpeg', quality: JPEG_QUALITY, fullPage: false },
  }
  const limits = { timeoutMs: SCREENSHOT_CALL_MS, bytesMax: IMAGE_BYTES_MAX }
  return pictureOf(await callBrowser(access, 'screenshot', request, limits, connections))
}

/**
 * Returns the HTML of a page after its scripts have run. The browser follows redirects itself, so
 * the caller must check that `url` leads to a public host. Throws FetchFailure.
 */
export async function renderPage(
  access: BrowserAccess,
  url: string,
  connections: Connections,
): Promise<RenderedHtml> {
  const request: ContentRequest = {
    url,
    gotoOptions: { waitUntil: 'networkidle2', timeout: CONTENT_LOAD_MS },
    rejectResourceTypes: ['image', 'media', 'font'],
  }
  const limits = { timeoutMs: CONTENT_CALL_MS, bytesMax: CONTENT_BYTES_MAX, mayBeCut: true }
  const answer = await callBrowser(access, 'content', request, limits, connections)
  if (answer.status === 422) return { html: null, truncated: false }
  if (answer.status !== 200) throw new FetchFailure('refused', refusalOf(answer))
  const rendered = parseRenderedHtml(new TextDecoder().decode(answer.bytes), answer.truncated)
  if (rendered === null)
    throw new FetchFailure('not_text', 'Browser Rendering returned data that is not a page.')
  return rendered
}

function callBrowser(
  access: BrowserAccess,
  action: 'screenshot' | 'content',
  request: ScreenshotRequest | ContentRequest,
  limits: Pick<ServiceCall, 'timeoutMs' | 'bytesMax' | 'mayBeCut'>,
  connections: Connections,
): Promise<ServiceAnswer> {
  const account = access.by === 'rest' ? encodeURIComponent(access.accountId) : 'binding'
  const url = `${API}/${account}/browser-rendering/${action}`
  if (access.by === 'binding')
    return callService(
      // `controlUrl` is a URL that shows if the service itself works. There is none for the
      // binding: it can only load web pages, so a failure may be due to the page of the API caller.
      { url, controlUrl: null, headers: {}, ...limits },
      { ...connections, fetch: () => access.browser.quickAction(action, request) },
    )
  const headers = { authorization: `Bearer ${access.apiToken}` }
  return callService(
    { url, controlUrl: CONTROL_URL, headers, json: request, ...limits },
    connections,
  )
}

function pictureOf(answer: ServiceAnswer): Screenshot {
  if (answer.status !== 200) throw new FetchFailure('refused', refusalOf(answer))
  // The content-type header may be wrong, so the first bytes decide.
  if (answer.bytes[0] === 0x89 && answer.bytes[1] === 0x50)
    return { bytes: answer.bytes, mediaType: 'image/png' }
  if (answer.bytes[0] === 0xff && answer.bytes[1] === 0xd8)
    return { bytes: answer.bytes, mediaType: 'image/jpeg' }
  throw new FetchFailure('not_text', 'Browser Rendering returned data that is not an image.')
}

function refusalOf(answer: ServiceAnswer): string {
  if (answer.status === 401 || answer.status === 403) return 'Browser Rendering refused the token.'
  if (answer.status === 429) return 'Browser Rendering accepts no more requests at the moment.'
  const explained = jsonOf(answer) !== null ? ' with an explanation' : ''
  return `Browser Rendering answered ${answer.status}${explained}.`
}
