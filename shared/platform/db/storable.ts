/**
 * Removes U+0000, which jsonb cannot store, and lone surrogates, which RFC 8785 forbids. Values
 * from untrusted servers may contain either of them.
 */
export function storable<Value>(value: Value): Value {
  const isClean = !UNSTORABLE.test(JSON.stringify(value) ?? '')
  return isClean ? value : copyOf(value)
}

// Matches text in JSON: `JSON.stringify` escapes a surrogate only if it is a lone one (ECMA-262,
// QuoteJSONString).
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

function copyOf<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [copyOf(key), copyOf(member)]),
    ) as Value
  }
  return value
}
