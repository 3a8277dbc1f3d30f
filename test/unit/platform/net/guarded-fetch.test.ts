import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../../../shared/platform/net/fetch.ts'
import {
  FetchFailure,
  type FetchFailureReason,
} from '../../../../shared/platform/net/fetch-failure.ts'
import { guardedFetch, guardedFetchText } from '../../../../shared/platform/net/guarded-fetch.ts'
import { connectionsOn } from './sample-network.ts'

const page = (
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'text/html' },
): Response => new Response(body, { headers })
const redirect = (to: string, status = 302): Response =>
  new Response(null, { status, headers: { location: to } })

async function reasonOf(promise: Promise<unknown>): Promise<FetchFailureReason | string> {
  try {
    await promise
    return 'answered'
  } catch (error) {
    return error instanceof FetchFailure ? error.reason : `threw ${String(error)}`
  }
}

function endless(): {
  body: ReadableStream<Uint8Array>
  taken: () => number
  cancelled: () => boolean
} {
  let taken = 0
  let cancelled = false
  const body = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      taken += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(97))
    },
    cancel() {
      cancelled = true
    },
  })
  return { body, taken: () => taken, cancelled: () => cancelled }
}

describe('addresses that must not be requested', () => {
  const refused: readonly [url: string, records: Record<string, string[]>, reason: string][] = [
    ['ftp://a.example/', {}, 'forbidden'],
    ['https://user:pass@a.example/', {}, 'forbidden'],
    ['https://a.example:22/', {}, 'forbidden'],
    ['https://a.example:443@10.0.0.1/', {}, 'forbidden'],
    ['http://127.0.0.1/', {}, 'forbidden'],
    ['http://2130706433/', {}, 'forbidden'],
    ['http://[::ffff:7f00:1]/', {}, 'forbidden'],
    ['http://localhost/', {}, 'forbidden'],
    ['https://db.attribution.example/', {}, 'forbidden'],
    ['not a url', {}, 'forbidden'],
    [`https://a.example/${'x'.repeat(3000)}`, {}, 'forbidden'],
    ['https://a.example/', { 'a.example': ['10.0.0.1'] }, 'forbidden'],
    ['https://a.example/', { 'a.example': ['93.184.216.34', '169.254.169.254'] }, 'forbidden'],
    [
      'https://a.example/',
      { 'a.example': ['93.184.216.34'], 'AAAA a.example': ['::1'] },
      'forbidden',
    ],
    ['https://a.example/', {}, 'no_address'],
  ]
  test.each(refused)(
    '%s with the records %j gives "%s", and no request is sent',
    async (url, records, reason) => {
      let calls = 0
      const fetch: Fetch = async () => {
        calls += 1
        return page('secret')
      }
      expect(await reasonOf(guardedFetch(url, {}, connectionsOn(fetch, records)))).toBe(reason)
      expect(calls).toBe(0)
    },
  )

  test('a port from 1024 on is allowed', async () => {
    expect(
      await reasonOf(
        guardedFetch(
          'http://a.example:8080/',
          {},
          connectionsOn(async () => page('x')),
        ),
      ),
    ).toBe('answered')
  })
})

describe('redirects', () => {
  test('each redirect is followed by our code and recorded', async () => {
    const fetch: Fetch = async (url, init) => {
      expect(init.redirect).toBe('manual')
      return url === 'https://a.example/'
        ? redirect('https://www.a.example/start#top', 301)
        : page('hello')
    }
    const answer = await guardedFetchText('https://a.example/', {}, connectionsOn(fetch))
    expect(answer.url).toBe('https://www.a.example/start')
    expect(answer.text).toBe('hello')
    expect(answer.redirects).toEqual([
      { from: 'https://a.example/', to: 'https://www.a.example/start#top', status: 301 },
    ])
  })

  test('a redirect to a private address is refused, and the redirects until then are kept', async () => {
    const fetch: Fetch = async () => redirect('http://inside.example/')
    const records = { 'a.example': ['93.184.216.34'], 'inside.example': ['192.168.0.1'] }
    const failure = await guardedFetch(
      'https://a.example/',
      {},
      connectionsOn(fetch, records),
    ).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      reason: 'forbidden',
      redirects: [{ from: 'https://a.example/', to: 'http://inside.example/', status: 302 }],
    })
  })

  const loops: readonly [what: string, fetch: Fetch][] = [
    ['a loop of two pages', async (url) => redirect(url.endsWith('/a') ? '/b' : '/a')],
    ['a page that redirects to itself', async (url) => redirect(url)],
    ['an endless chain of new pages', async (url) => redirect(`${url}x`)],
  ]
  test.each(loops)('%s ends in "redirect_loop"', async (_what, fetch) => {
    expect(await reasonOf(guardedFetch('https://a.example/a', {}, connectionsOn(fetch)))).toBe(
      'redirect_loop',
    )
  })

  test('at most five redirects are followed', async () => {
    let hops = 0
    const fetch: Fetch = async () => {
      hops += 1
      return hops <= 5 ? redirect(`/${hops}`) : page('end')
    }
    expect((await guardedFetchText('https://a.example/', {}, connectionsOn(fetch))).text).toBe(
      'end',
    )
    hops = -1
    expect(await reasonOf(guardedFetch('https://a.example/', {}, connectionsOn(fetch)))).toBe(
      'redirect_loop',
    )
  })
})

describe('response bodies', () => {
  test('an endless body is cut at the limit and cancelled', async () => {
    const { body, taken, cancelled } = endless()
    const answer = await guardedFetch(
      'https://a.example/',
      { bytesMax: 200_000 },
      connectionsOn(async () => page(body)),
    )
    expect(answer.bytes.byteLength).toBe(200_000)
    expect(answer.truncated).toBe(true)
    expect(taken()).toBeLessThan(600_000)
    expect(cancelled()).toBe(true)
  })

  test('the body of a redirect is cancelled without being read', async () => {
    const { body, cancelled } = endless()
    const fetch: Fetch = async (url) =>
      url.endsWith('/end')
        ? page('x')
        : new Response(body, { status: 302, headers: { location: '/end' } })
    await guardedFetch('https://a.example/', {}, connectionsOn(fetch))
    expect(cancelled()).toBe(true)
  })

  test('a body that stalls ends in a timeout', async () => {
    const stuck = new ReadableStream({
      type: 'bytes',
      start: (controller) => controller.enqueue(new Uint8Array([60])),
    })
    expect(
      await reasonOf(
        guardedFetch(
          'https://a.example/',
          { timeoutMs: 30 },
          connectionsOn(async () => page(stuck)),
        ),
      ),
    ).toBe('timeout')
  })

  test('a request without any answer ends in a timeout, even when fetch ignores its abort signal', async () => {
    const fetch: Fetch = () => new Promise<Response>(() => undefined)
    expect(
      await reasonOf(guardedFetch('https://a.example/', { timeoutMs: 30 }, connectionsOn(fetch))),
    ).toBe('timeout')
  })

  const binary: readonly [what: string, body: Uint8Array<ArrayBuffer>, type: string][] = [
    ['an image with its content type', new Uint8Array([60, 104]), 'image/png'],
    ['an archive with its content type', new Uint8Array([80, 75]), 'application/zip'],
    ['a body of NUL bytes with a text type', new Uint8Array([60, 0, 0, 104]), 'text/html'],
  ]
  test.each(binary)('%s is not text', async (_what, body, type) => {
    const fetch: Fetch = async () => page(body, { 'content-type': type })
    expect(await reasonOf(guardedFetchText('https://a.example/', {}, connectionsOn(fetch)))).toBe(
      'not_text',
    )
  })

  const charsets: readonly [
    what: string,
    body: Uint8Array<ArrayBuffer>,
    type: string,
    text: string,
  ][] = [
    ['the content type header', new Uint8Array([0xe4]), 'text/html; charset=ISO-8859-1', 'ä'],
    [
      'the byte order mark and not from the header',
      new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa4]),
      'text/html; charset=iso-8859-1',
      'ä',
    ],
    [
      'the meta element of the page',
      new Uint8Array([
        ...new TextEncoder().encode('<meta charset="shift_jis">'),
        0x89,
        0xef,
        0x8e,
        0xd0,
      ]),
      'text/html',
      '<meta charset="shift_jis">会社',
    ],
    ['the bytes when they are UTF-8', new TextEncoder().encode('größer'), 'text/html', 'größer'],
    [
      'the bytes when they are not UTF-8',
      new Uint8Array([0x67, 0x72, 0xf6, 0xdf, 0x65, 0x72]),
      'text/html',
      'größer',
    ],
    [
      'the bytes when the header names an unknown character set',
      new TextEncoder().encode('ä'),
      'text/html; charset=klingon',
      'ä',
    ],
  ]
  test.each(charsets)('the character set comes from %s', async (_what, body, type, text) => {
    const fetch: Fetch = async () => page(body, { 'content-type': type })
    expect((await guardedFetchText('https://a.example/', {}, connectionsOn(fetch))).text).toBe(text)
  })
})

describe('unreachable servers', () => {
  const failures: readonly [words: string, reason: FetchFailureReason][] = [
    ['Network connection lost.', 'refused'],
    ['connect ECONNREFUSED 93.184.216.34:443', 'refused'],
    ["TLS peer's certificate is not trusted; reason = self signed certificate", 'tls_error'],
    ['SSL handshake failed', 'tls_error'],
    ['The operation timed out', 'timeout'],
  ]
  test.each(failures)('the error %j gives "%s"', async (words, reason) => {
    const fetch: Fetch = async () => {
      throw new TypeError('fetch failed', { cause: new Error(words) })
    }
    expect(await reasonOf(guardedFetch('https://a.example/', {}, connectionsOn(fetch)))).toBe(
      reason,
    )
  })

  test.each([
    [521, 'refused'],
    [522, 'timeout'],
    [525, 'tls_error'],
    [530, 'no_address'],
  ] as const)('status %i of the edge gives "%s"', async (status, reason) => {
    const fetch: Fetch = async () => new Response('edge', { status })
    expect(await reasonOf(guardedFetch('https://a.example/', {}, connectionsOn(fetch)))).toBe(
      reason,
    )
  })
})

test('every request contains the user agent of the service', async () => {
  const seen: string[] = []
  const fetch: Fetch = async (_url, init) => {
    seen.push(new Headers(init.headers).get('user-agent') ?? '')
    return page('x')
  }
  await guardedFetch('https://a.example/', {}, connectionsOn(fetch))
  expect(seen).toEqual(['DomainAttributionBot/1.0 (+https://attribution.example/bot)'])
})

test.each([
  [true, 'dns_unavailable'],
  [false, 'dns_timeout'],
] as const)(
  'a time limit that ends before the address is known is no slow host (outage: %s)',
  async (isDown, reason) => {
    const connections = connectionsOn(async () => page('x'))
    const dns = { isDown, resolve: () => new Promise<never>(() => undefined) }
    const fetched = guardedFetch('https://a.example/', { timeoutMs: 5 }, { ...connections, dns })
    expect(await reasonOf(fetched)).toBe(reason)
  },
)
