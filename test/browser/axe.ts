import axe from 'axe-core'
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'

/** One line with the impact, the broken rule and the elements. */
export type AxeFinding = string

const NODES_SHOWN = 4

const Outcome = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullable(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), target: z.array(z.unknown()) })),
  }),
)

/**
 * Runs axe-core through the debugger of the browser, because the content security policy of the
 * page forbids foreign scripts.
 */
async function findings(
  page: Page,
  counts: (impact: string | null) => boolean,
  rules: readonly string[] | null = null,
): Promise<AxeFinding[]> {
  const options = {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
  }
  const debuggerSession = await page.context().newCDPSession(page)
  try {
    if ((await evaluate(debuggerSession, 'typeof axe')) === 'undefined')
      await evaluate(debuggerSession, `${axe.source}; undefined`)
    const violations = await evaluate(
      debuggerSession,
      `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => JSON.stringify(violations))`,
    )
    return Outcome.parse(JSON.parse(z.string().parse(violations)))
      .filter(({ impact }) => counts(impact))
      .map(({ id, impact, help, nodes }) => {
        const shown = nodes.slice(0, NODES_SHOWN).map(({ html }) => html.slice(0, 200))
        return `${impact} ${id} (${help}) on ${nodes.length}: ${shown.join(' | ')}`
      })
  } finally {
    await debuggerSession.detach()
  }
}

export const allFindings = (page: Page): Promise<AxeFinding[]> => findings(page, () => true)

const isSerious = (impact: string | null) => impact === 'serious' || impact === 'critical'

export const seriousFindings = (page: Page): Promise<AxeFinding[]> => findings(page, isSerious)

/** Two colour themes of one page differ in this rule only. */
export const contrastFindings = (page: Page): Promise<AxeFinding[]> =>
  findings(page, isSerious, ['color-contrast'])

export async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([])
}

async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}
