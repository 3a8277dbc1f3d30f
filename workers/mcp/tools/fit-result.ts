import { encode } from '@toon-format/toon'
import { utf8 } from '../../../shared/platform/crypto/encodings.ts'
import { NOTES } from './constant-texts.ts'
import type { ToolData } from './tool.ts'

/**
 * Largest JSON of a result, with its text and its structured content. A longer result would take
 * too much of a model's context.
 */
export const RESULT_BYTES_MAX = 16_384
/** Room for the protocol fields that the library adds to a result. */
const PROTOCOL_BYTES = 256

export interface ToolResult {
  content: ({ type: 'text'; text: string } | { type: 'resource_link'; uri: string; name: string })[]
  structuredContent: Record<string, unknown>
  [field: string]: unknown
}

const bytesOf = (value: unknown): number => utf8(JSON.stringify(value)).length

/**
 * Makes a result short enough. If it is too long, the largest list loses its last items, and
 * `resource` and `continued` say where the rest is. The text of a result is TOON.
 */
export function fitResult(
  data: Record<string, unknown>,
  { resource, continued }: Omit<ToolData, 'data'> = {},
): ToolResult {
  let result = resultOf(data)
  let kept = data
  for (
    let bytes = bytesOf(result);
    bytes > RESULT_BYTES_MAX - PROTOCOL_BYTES;
    bytes = bytesOf(result)
  ) {
    kept = shortened(kept, Math.min(KEPT_SHARE_MAX, RESULT_BYTES_MAX / bytes))
    const more = resource === undefined ? {} : { resource }
    const rest = { ...continued?.(kept), ...more }
    result = resultOf({ ...kept, truncated: true, note: NOTES.shortened, ...rest }, resource)
  }
  return result
}

const KEPT_SHARE_MAX = 0.9

function resultOf(data: Record<string, unknown>, resource?: string): ToolResult {
  const link =
    resource === undefined
      ? []
      : [{ type: 'resource_link' as const, uri: resource, name: 'the complete data' }]
  return { content: [{ type: 'text', text: encode(data) }, ...link], structuredContent: data }
}

type Path = (string | number)[]

// Cuts the largest list to `share` of its items. If there is no list left, cuts the longest text.
function shortened(data: Record<string, unknown>, share: number): Record<string, unknown> {
  const largest = largestPart(data, [], isList) ?? largestPart(data, [], isText)
  if (largest === null) throw new Error('a result without lists and texts is too long')
  const { path, part } = largest
  const length = Math.min(Math.floor(part.length * share), part.length - 1)
  return replaced(data, path, part.slice(0, length)) as Record<string, unknown>
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

interface Part {
  path: Path
  part: unknown[] | string
  bytes: number
}

// Finds the largest list or text. If one inner list makes up most of an outer list, the inner list
// is chosen.
function largestPart(
  value: unknown,
  path: Path,
  isPart: typeof isList | typeof isText,
): Part | null {
  const inside = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const parts = inside.map(([key, item]) =>
    largestPart(item, [...path, Array.isArray(value) ? Number(key) : key], isPart),
  )
  const inner = parts.reduce(
    (best, one) => (one === null || (best !== null && best.bytes >= one.bytes) ? best : one),
    null,
  )
  if (!isPart(value)) return inner
  if (value.length === 0) return inner
  const bytes = bytesOf(value)
  return inner !== null && inner.bytes > bytes / 2 && inner.part.length > 1
    ? inner
    : { path, part: value, bytes }
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((item, at) => (at === key ? replaced(item, rest, by) : item))
  const object = value as Record<string, unknown>
  return { ...object, [key]: replaced(object[key], rest, by) }
}
