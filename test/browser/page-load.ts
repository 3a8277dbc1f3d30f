import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { z } from 'zod'
import type { Service } from '../platform/service.ts'
import { visit } from './browser.ts'
import { cookiesOf, untilLoaded } from './dashboard.ts'
import { type RelativeTimes, relativeTimes } from './trace.ts'

/** A file that the page loads. `gzipBytes` is its size after gzip at level 9. */
export interface LoadedFile {
  readonly path: string
  readonly kind: 'script' | 'style' | 'other'
  readonly gzipBytes: number
}

/** Times in milliseconds, measured on a slowed-down processor. */
export interface PageTimes {
  /**
   * Largest contentful paint (W3C): the time until the largest text or image of the first view is
   * drawn.
   */
  readonly paintMs: number
  /**
   * Total blocking time: the sum over all tasks between the first paint and the loaded page. Of
   * each task, only the time above 50 ms counts.
   */
  readonly blockedMs: number
}

const GZIP_LEVEL = 9
/**
 * Factor by which the processor is slowed down. Lighthouse uses it to emulate a mid-range phone.
 */
const SLOWDOWN = 4
const LONG_TASK_MS = 50

const Times = z.object({
  paints: z.array(z.number()),
  tasks: z.array(z.object({ start: z.number(), ms: z.number() })),
})

export async function loadedFiles(
  browser: Browser,
  service: Service,
  email: string,
): Promise<LoadedFile[]> {
  const visitor = await visit(browser, service)
  await visitor.context.addCookies(await cookiesOf(service, email))
  const responses: Response[] = []
  visitor.page.on('response', (response) => responses.push(response))
  await visitor.page.goto('/app/')
  await untilLoaded(visitor.page)
  const files = await Promise.all(
    responses
      .filter((response) => !new URL(response.url()).pathname.startsWith('/app/api/'))
      .map(fileOf),
  )
  await visitor.close()
  return files
}

async function fileOf(response: Response): Promise<LoadedFile> {
  const type = response.headers()['content-type'] ?? ''
  return {
    path: new URL(response.url()).pathname,
    kind: type.includes('javascript') ? 'script' : type.includes('css') ? 'style' : 'other',
    gzipBytes: gzipSync(await response.body(), { level: GZIP_LEVEL }).length,
  }
}

export const gzipBytesOf = (files: readonly LoadedFile[], kind: LoadedFile['kind']): number =>
  files.filter((file) => file.kind === kind).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)

/** Loads the page several times, each time with an empty cache. Returns the median of each time. */
export async function medianTimes(
  browser: Browser,
  service: Service,
  email: string,
  rounds: number,
): Promise<PageTimes> {
  const cookies = await cookiesOf(service, email)
  const times: PageTimes[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await timesOfLoad(browser, service, cookies))
  return {
    paintMs: median(times.map(({ paintMs }) => paintMs)),
    blockedMs: median(times.map((one) => one.blockedMs)),
  }
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Loads the page once, and returns the processor time of its tasks. */
export async function relativeTimesOfLoad(
  browser: Browser,
  service: Service,
  email: string,
): Promise<RelativeTimes> {
  const visitor = await visit(browser, service, { isPhone: true })
  await visitor.context.addCookies(await cookiesOf(service, email))
  const times = await relativeTimes(browser, visitor.page, async () => {
    await visitor.page.goto('/app/')
    await untilLoaded(visitor.page)
  })
  await visitor.close()
  return times
}

async function timesOfLoad(
  browser: Browser,
  service: Service,
  cookies: Awaited<ReturnType<typeof cookiesOf>>,
): Promise<PageTimes> {
  const visitor = await visit(browser, service, { isPhone: true })
  await visitor.context.addCookies(cookies)
  await visitor.context.addInitScript(() => {
    const seen: { paints: number[]; tasks: { start: number; ms: number }[] } = {
      paints: [],
      tasks: [],
    }
    Reflect.set(globalThis, 'seenTimes', seen)
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.paints.push(startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.tasks.push({ start: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
  })
  const throttle = await visitor.context.newCDPSession(visitor.page)
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await visitor.page.goto('/app/')
  await untilLoaded(visitor.page)
  const seen = Times.parse(await visitor.page.evaluate(() => Reflect.get(globalThis, 'seenTimes')))
  await visitor.close()
  if (seen.paints.length === 0) throw new Error('the browser reported no largest contentful paint')
  const first = seen.paints[0] ?? 0
  const blocked = seen.tasks
    .filter(({ start, ms }) => start + ms > first)
    .map(({ ms }) => Math.max(0, ms - LONG_TASK_MS))
  return { paintMs: seen.paints.at(-1) ?? 0, blockedMs: blocked.reduce((sum, ms) => sum + ms, 0) }
}
