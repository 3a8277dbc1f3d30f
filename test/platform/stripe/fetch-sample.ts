import { Readable } from 'node:stream'
import type { Fetch } from '../../../shared/platform/net/fetch.ts'
import type { SampleStripe } from './stripe.ts'

/**
 * Replaces `fetch` for Stripe's own client, so that a test without a Worker uses the real format of
 * requests and answers.
 */
export const fetchSample =
  (stripe: () => SampleStripe): Fetch =>
  async (address, init) => {
    const { status, headers, body } = await stripe().answer({
      method: init.method ?? 'GET',
      url: new URL(address),
      headers: Object.fromEntries(new Headers(init.headers)),
      stream: Readable.from([]),
      body: async () => Buffer.from(String(init.body ?? '')),
      signal: new AbortController().signal,
    })
    const names = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(String(body), { status, headers: names })
  }
