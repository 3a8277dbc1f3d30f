import type { ScreenshotCreateParams } from 'cloudflare/resources/browser-rendering/screenshot'
import type { BrowserBinding } from '../../platform/environment.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { FetchFailure } from '../../platform/net/fetch-failure.ts'
import { callService, jsonOf, type ServiceAnswer } from '../../platform/net/service-call.ts'

// Request body of "Take screenshot" in the Browser Rendering API of Cloudflare. The account id is a
// part of the URL, so it is left out here.
type ScreenshotRequest = Omit<ScreenshotCreateParams.Variant0, 'account_id' | 'cacheTTL'>

export type ScreenshotAccess =
  | { by: 'binding'; browser: BrowserBinding }
  | { by: 'rest'; accountId: string; apiToken: string }

export interface Screenshot {
  bytes: Uint8Array
  mediaType: 'image/png' | 'image/jpeg'
}

const API = 'https://api.cloudflare.com/client/v4/accounts'
const CONTROL_URL = 'https://api.cloudflare.com/client/v4/ips'
export const SCREENSHOT_SOURCE_HOST = 'api.cloudflare.com'
const PAGE_LOAD_MS = 15_000
const CALL_MS = 25_000
// Model providers accept images of about 5 MB. Base64 makes an image one third larger, so 3 MiB of
// image bytes become 4 MiB.
const IMAGE_BYTES_MAX = 3 * 1024 * 1024
const VIEWPORT = { width: 1280, height: 1600 }
const JPEG_QUALITY = 70

/**
 * Returns a PNG or JPEG image. The caller must first check that `url` leads to a public host.
 * Throws FetchFailure.
 */
export async function takeScreenshot(
  access: ScreenshotAccess,
  url: string,
  connections: Connections,
): Promise<Screenshot> {
  const request: ScreenshotRequest = {
    url,
    viewport: VIEWPORT,
    gotoOptions: { waitUntil: 'networkidle2', timeout: PAGE_LOAD_MS },
    screenshotOptions: { type: 'jpeg', quality: JPEG_QUALITY, fullPage: false },
  }
  const limits = { timeoutMs: CALL_MS, bytesMax: IMAGE_BYTES_MAX }
  const account = access.by === 'rest' ? encodeURIComponent(access.accountId) : 'binding'
  const endpoint = `${API}/${account}/browser-rendering/screenshot`
  const answer =
    access.by === 'rest'
      ? await callService(
          {
            url: endpoint,
            controlUrl: CONTROL_URL,
            headers: { authorization: `Bearer ${access.apiToken}` },
            json: request,
            ...limits,
          },
          connections,
        )
      : await callService(
          // `controlUrl` is a URL that shows if the service itself works. There is none for the
          // binding: it can only load web pages, so a failure may be due to the page of the API
          // caller.
          { url: endpoint, controlUrl: null, headers: {}, ...limits },
          { ...connections, fetch: () => access.browser.quickAction('screenshot', request) },
        )
  return pictureOf(answer)
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
