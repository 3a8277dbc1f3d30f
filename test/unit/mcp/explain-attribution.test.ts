import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainAttribution } from '../../../workers/mcp/tools/explain-attribution-tool.ts'
import type { OwnRoutes } from '../../../workers/mcp/tools/own-routes.ts'

interface Signal {
  signal: string
  contribution: number
  stance: 'supports' | 'contradicts'
}
interface Entity {
  entity: string
  aliases: string[]
  confidence: number
  signals: Signal[]
  correlations: { signals: string[] }[]
}

const signal = fc.record({
  signal: fc.string({ minLength: 1, maxLength: 8 }),
  contribution: fc.double({ min: 0, max: 1, noNaN: true }),
  stance: fc.constantFrom('supports', 'contradicts'),
})
const entity = fc.record({
  entity: fc.string({ minLength: 1, maxLength: 8 }),
  aliases: fc.array(fc.string({ maxLength: 8 }), { maxLength: 2 }),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  signals: fc.array(signal, { maxLength: 15 }),
  correlations: fc.constant([]),
})

async function explained(
  entities: readonly unknown[],
  asked?: string,
): Promise<{ entities: Entity[]; more?: true }> {
  const unused = () => Promise.reject(new Error('this route is not used'))
  const routes: OwnRoutes = {
    get: async () => ({ domain: 'a.com', entities }),
    post: unused,
    awaitEnd: unused,
  }
  const call = { routes, now: Date.now, wait: unused }
  const input = { job_id: 'job_1', ...(asked === undefined ? {} : { entity: asked }) }
  const { data } = await explainAttribution.run(call, input)
  return data as { entities: Entity[]; more?: true }
}

test('at most ten signals are shown, contradictions first, and all of a short list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entity, { maxLength: 4 }), async (entities) => {
      const shown = await explained(entities)
      const count = (list: readonly { signals: unknown[] }[]) =>
        list.flatMap(({ signals }) => signals).length
      expect(count(shown.entities)).toBe(Math.min(10, count(entities)))
      expect(shown.more === true).toBe(count(entities) > 10)
      for (const { signals } of shown.entities) {
        const first = signals.findIndex(({ stance }) => stance === 'supports')
        if (first !== -1)
          expect(signals.slice(first).every(({ stance }) => stance === 'supports')).toBe(true)
      }
    }),
  )
})

const supports = (name: string, contribution: number): Signal => ({
  signal: name,
  contribution,
  stance: 'supports',
})

test('many contradictions leave room for what speaks for an answer', async () => {
  const against = Array.from(
    { length: 12 },
    (_, n): Signal => ({ signal: `no${n}`, contribution: 0, stance: 'contradicts' }),
  )
  const one = { entity: 'ACME', aliases: [], confidence: 0.9, correlations: [] }
  const some = [supports('imprint', 0.6), supports('title', 0.4)]
  const shown = await explained([{ ...one, signals: [...some, ...against] }])
  const stances = shown.entities[0]?.signals.map(({ stance }) => stance) ?? []
  expect(stances.filter((stance) => stance === 'supports')).toHaveLength(2)
})

test('a candidate is found by its name or alias in any case; another name is refused', async () => {
  const one = {
    entity: 'ACME Ltd',
    aliases: ['Roadrunner'],
    confidence: 0.9,
    correlations: [],
    signals: [],
  }
  expect((await explained([one], 'roadRUNNER')).entities).toHaveLength(1)
  await expect(explained([one], 'Coyote')).rejects.toThrow(
    'entity: is no candidate of this analysis',
  )
})
