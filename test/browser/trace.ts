import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'

const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
})

const CATEGORIES = ['toplevel', 'devtools.timeline']

/** Even an empty page has more tasks. */
const TASKS_MIN = 20

const REFERENCE_ROWS = 3_000

/** Processor time of tasks, as multiples of the time of a fixed reference task. */
export interface RelativeTimes {
  readonly sum: number
  readonly longest: number
}

/**
 * Records what the page does in `act`, and returns the processor time of its tasks as multiples of
 * a reference task, which is drawn before and after it in the same browser. Milliseconds would
 * also depend on the machine, and on other tests that use its cores and caches. Throws if the
 * trace has hardly any task, because it then misses those of the page.
 */
export async function relativeTimes(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<RelativeTimes> {
  const before = await referenceMs(browser)
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const times = taskTimes(await browser.stopTracing())
  if (times.length < TASKS_MIN)
    throw new Error(`the trace has only ${times.length} tasks of the page`)
  const reference = Math.max(before, await referenceMs(browser))
  return {
    sum: times.reduce((total, ms) => total + ms, 0) / reference,
    longest: Math.max(...times) / reference,
  }
}

/** Draws a table of a fixed size and returns the processor time for it in milliseconds. */
async function referenceMs(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  await browser.startTracing(page, { categories: CATEGORIES })
  await page.evaluate((rows) => {
    const table = document.createElement('table')
    for (let row = 0; row < rows; row += 1)
      for (const text of ['domain', 'operator']) table.insertRow().insertCell().append(text)
    document.body.replaceChildren(table)
    return table.offsetHeight
  }, REFERENCE_ROWS)
  const times = taskTimes(await browser.stopTracing())
  await page.close()
  return Math.max(...times)
}

/**
 * Returns the processor time of each task on a main thread, in milliseconds, from a trace of
 * Chromium. Wall-clock time, as in `longtask` entries, would include the work of other programs.
 */
function taskTimes(trace: Buffer): number[] {
  const { traceEvents: events } = Trace.parse(JSON.parse(trace.toString()))
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const isMain = ({ name, args }: (typeof events)[number]) =>
    name === 'thread_name' && args?.name === 'CrRendererMain'
  const mains = new Set(events.filter(isMain).map(threadOf))
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)),
  )
  return tasks.map(({ tdur = 0 }) => tdur / 1_000)
}
