import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'

type PublishedSchema = Tool['inputSchema']

interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  [keyword: string]: unknown
}

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as JsonSchema
  return rest
}

/** Leaves out the limits of texts, so that the list is short. An error names a broken limit. */
export function inputSchemaOf(schema: z.ZodType): PublishedSchema {
  return { ...withoutTextBounds(jsonSchemaOf(schema, 'input')), type: 'object' } as PublishedSchema
}

function withoutTextBounds({
  minLength: _,
  maxLength: __,
  pattern: ___,
  ...schema
}: JsonSchema): JsonSchema {
  const { items, properties } = schema
  return {
    ...schema,
    ...(items === undefined ? {} : { items: withoutTextBounds(items) }),
    ...(properties === undefined ? {} : { properties: mapped(properties, withoutTextBounds) }),
  }
}

/**
 * Only the type of each field is kept, without nested objects. The list of tools is part of a
 * model's context in every conversation, so it must be short.
 */
export function outputSchemaOf(schema: z.ZodType): PublishedSchema {
  const properties = mapped(jsonSchemaOf(schema, 'output').properties ?? {}, typeOnly)
  return { type: 'object', properties } as PublishedSchema
}

const typeOnly = ({ type, anyOf }: JsonSchema): JsonSchema => ({
  type: type ?? (anyOf ?? []).flatMap((one) => one.type ?? []),
})

const mapped = (
  properties: Record<string, JsonSchema>,
  change: (schema: JsonSchema) => JsonSchema,
) => Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]))
