import { expect, test } from 'vitest'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { controlByUrl } from '../../../../shared/platform/net/control-question.ts'

const ask = (responses: (() => Response)[]) => {
  const urls: string[] = []
  const fetch = async (url: string) => {
    urls.push(url)
    const next = responses.shift()
    if (next === undefined) throw new Error('refused')
    return next()
  }
  const sockets = semaphore(1)
  return { urls, control: controlByUrl('https://host.example/fixed', { fetch, sockets }, 1_000) }
}

test.each([200, 401, 404, 429])('the status %i shows that the host works', async (status) => {
  const { control, urls } = ask([() => new Response(null, { status })])
  expect(await control()).toBe(true)
  expect(urls).toEqual(['https://host.example/fixed'])
})

test('a host counts as failed after two failures, so that one blocked moment of the isolate is not enough', async () => {
  expect(await ask([]).control()).toBe(false)
  expect(
    await ask([() => new Response(null, { status: 503 }), () => new Response('ok')]).control(),
  ).toBe(true)
})
