import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { LISTED_TOOLS } from '../../workers/mcp/create-server.ts'
import { HOW_IT_IS_SCORED, INSTRUCTIONS } from '../../workers/mcp/how-it-is-scored.ts'
import { listedPrompts } from '../../workers/mcp/prompts.ts'
import { RESOURCE_TEMPLATES, RESOURCES } from '../../workers/mcp/resources.ts'
import { TOOLS } from '../../workers/mcp/tools/all-tools.ts'
import { Added } from '../../workers/mcp/tools/tool.ts'
import { ROOT } from './sources.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * Limit for the list of tools, in bytes. The protocol adds 102 bytes, so the whole response has at
 * most 8,192 bytes.
 */
const LIST_BYTES_MAX = 8_030

describe('the list of tools', () => {
  test('is the list that was agreed on; a change of it is a change of the interface', async () => {
    const lines = LISTED_TOOLS.map((tool) => `${JSON.stringify(tool)}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('mcp-tools.txt')
  })

  test('is short, because it is a part of every conversation of a model', () => {
    expect(bytesOf({ tools: LISTED_TOOLS })).toBeLessThanOrEqual(LIST_BYTES_MAX)
  })

  test.each(LISTED_TOOLS)(
    '$name states its cost, and each of its fields has a type',
    ({ description, ...tool }) => {
      expect(description).toMatch(/\b(?:free|costs?|credits?|refunded)\b/i)
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      for (const { type } of Object.values(tool.outputSchema.properties ?? {}) as {
        type: string | string[]
      }[])
        expect(
          [type].flat().every((one) => /^(?:string|number|boolean|object|array|null)$/.test(one)),
        ).toBe(true)
    },
  )

  test.each(TOOLS)('$name adds only agreed fields to the data of its route', ({ output }) => {
    const added = Object.keys(Added.shape).filter((name) => name in output.shape)
    expect(added.filter((name) => name !== 'truncated')).toEqual([])
  })
})

describe('texts for models', () => {
  test('names of tools in prompts, instructions and notes exist', () => {
    const texts = [
      INSTRUCTIONS,
      HOW_IT_IS_SCORED,
      read('workers/mcp/prompts.ts'),
      read('workers/mcp/tools/constant-texts.ts'),
    ]
    const named = texts.flatMap(
      (text) =>
        text.match(/\b(?:attribute|get|explain|domain|search|correlate|watch|list|report)_\w+/g) ??
        [],
    )
    const known = new Set([...TOOLS.map(({ name }) => name), 'get_result'])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('the page for users names every tool, resource and prompt', () => {
    const page = read('docs/agents.md')
    const names = [
      ...TOOLS.map(({ name }) => name),
      ...RESOURCES.map(({ uri }) => uri),
      ...RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate),
      ...listedPrompts().map(({ name }) => name),
    ]
    expect(names.filter((name) => !page.includes(name))).toEqual([])
  })
})

test('the entry for the registry has the version and the address of the service', () => {
  const entry = JSON.parse(read('workers/mcp/server.json'))
  const publicUrl = /^PUBLIC_URL = "([^"]+)"/m.exec(read('wrangler.toml'))?.[1]
  expect(entry.version).toBe(API_VERSION)
  expect(entry.remotes).toMatchObject([{ type: 'streamable-http', url: `${publicUrl}/mcp` }])
  // Limits of the JSON schema whose address is in the entry.
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(entry.description.length).toBeLessThanOrEqual(100)
})
