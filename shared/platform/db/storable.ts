/**
 * The value as jsonb can hold it and RFC 8785 can sign it: no U+0000 and no lone surrogates in any text. Evidence comes from
 * strangers, so both occur.
 */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [storable(key), storable(member)])) as Value
  }
  return value
}
