import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closed, document } from './kept-document.ts'

const ROOT = 'openapi.json'
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  schemas: { [ROOT]: closed(document) as object },
})
addFormats.default(ajv)

export const EVENT_TYPES: readonly string[] = Object.keys(document.webhooks ?? {})

/** Returns the differences between a webhook request and the event that the document describes. */
export function eventMismatches(headers: Record<string, string>, text: string): string[] {
  const body: { type?: unknown } = JSON.parse(text)
  const type = String(body.type)
  const described = (document.webhooks?.[type] as { post?: Described } | undefined)?.post
  if (described === undefined) return [`the event type ${type} is not described`]
  const names = (described.parameters ?? []).map(({ name }) => name)
  const pointer = [
    'webhooks',
    type,
    'post',
    'requestBody',
    'content',
    'application~1json',
    'schema',
  ]
  const validate = ajv.compile({ $ref: `${ROOT}#/${pointer.join('/')}` })
  const isValid = validate(body)
  return [
    ...names.filter((name) => headers[name] === undefined).map((name) => `no header ${name}`),
    ...Object.keys(headers)
      .filter((name) => name.startsWith('webhook-') && !names.includes(name))
      .map((name) => `the header ${name} is not described`),
    ...(isValid ? [] : (validate.errors ?? [])).map(
      ({ instancePath, message = '', params }) =>
        `${instancePath || '(body)'} ${message} ${JSON.stringify(params)}`,
    ),
  ]
}

interface Described {
  parameters?: { name: string }[]
}
