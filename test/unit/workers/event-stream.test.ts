import { expect, test } from 'vitest'
import { advance, queuedProgress } from '../../../shared/jobs/progress.ts'
import { createEventStream } from '../../../workers/objects/event-stream.ts'

const AT = '2026-11-21T10:00:00.000Z'
const STARTED = advance(queuedProgress(AT), { type: 'started', collectors: ['dns'], at: AT })
const DONE = advance(STARTED, { type: 'done', at: AT })

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text()
}

test('a reader gets the current event, unless it was seen already, and all later events until the end', async () => {
  const streams = createEventStream()
  const first = streams.open({ id: 1, data: queuedProgress(AT) }, null)
  const again = streams.open({ id: 1, data: queuedProgress(AT) }, '1')
  streams.publish({ id: 2, data: STARTED })
  streams.end()
  const [whole, rest] = [await textOf(first), await textOf(again)]
  expect([...whole.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['1', '2'])
  expect([...rest.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['2'])
})

test('a reader that connects after the end of a job gets the last event and the end of the stream', async () => {
  const text = await textOf(createEventStream().open({ id: 7, data: DONE }, null))
  expect(text).toContain('"percent":100')
})

test('a reader beyond the limit gets the current event and the end of the stream, and the other readers lose nothing', async () => {
  const streams = createEventStream()
  const others = Array.from({ length: 32 }, () => streams.open(null, null))
  expect(await textOf(streams.open({ id: 1, data: STARTED }, null))).toContain(
    '"stage":"collecting"',
  )
  const [one] = others
  await one?.cancel()
  const late = streams.open(null, null)
  streams.publish({ id: 2, data: DONE })
  streams.end()
  expect(await textOf(late)).toContain('"stage":"done"')
})
