import type { ScreenshotCreateParams } from 'cloudflare/resources/browser-rendering/screenshot'
import type { BrowserBinding } from '../../platform/environment.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { FetchFailure } from '../../platform/net/fetch-failure.ts'
import { callService, jsonOf, type ServiceAnswer } from '../../platform/net/service-call.ts'

/** Cloudflare API, Browser Rendering, Take screenshot. The path contains the account. */
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
/** Model providers accept about 5 MB, and base64 makes an image one third larger. */
const IMAGE_BYTES_MAX = 3 * 1024 * 1024
const VIEWPORT = { width: 1280, height: 1600 }
const JPEG_QUALITY = 70

/**
 * The image is PNG or JPEG. The caller checks first that `url` leads to a public host. Throws
 * FetchFailure.
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
          // The binding only loads pages: no control question is independent of the API caller.
          { url: endpoint, controlUrl: null, headers: {}, ...limits },
          { ...connections, fetch: () => access.browser.quickAction('screenshot', request) },
        )
  return pictureOf(answer)
}

function pictureOf(answer: ServiceAnswer): Screenshot {
  if (answer.status !== 200) throw new FetchFailure('refused', refusalOf(answer))
  // The content-type header may be wrong.
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
