/**
 * Returns a copy of a value without U+0000, which jsonb cannot store, and without unpaired surrogates, which canonical JSON (RFC 8785)
 * forbids. Values from untrusted servers may contain both.
 */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [storable(key), storable(member)])) as Value
  }
  return value
}
