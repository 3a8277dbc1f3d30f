import { document } from './kept-document.ts'
import { schemaMismatches } from './schema-mismatches.ts'

export const EVENT_TYPES: readonly string[] = Object.keys(document.webhooks ?? {})

interface Described {
  parameters?: { name: string }[]
}

/** Returns the differences between a webhook request and the event that the document describes. */
export function eventMismatches(headers: Record<string, string>, text: string): string[] {
  const body: { type?: unknown } = JSON.parse(text)
  const type = String(body.type)
  const described = (document.webhooks?.[type] as { post?: Described } | undefined)?.post
  if (described === undefined) return [`the event type ${type} is not described`]
  const names = (described.parameters ?? []).map(({ name }) => name)
  return [
    ...names.filter((name) => headers[name] === undefined).map((name) => `no header ${name}`),
    ...Object.keys(headers)
      .filter((name) => name.startsWith('webhook-') && !names.includes(name))
      .map((name) => `the header ${name} is not described`),
    ...schemaMismatches(
      ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'],
      body,
    ),
  ]
}
