/** The entry becomes the newest one. The oldest entries beyond `max` are forgotten. */
export function remember<Value>(
  entries: Map<string, Value>,
  key: string,
  value: Value,
  max: number,
): void {
  entries.delete(key)
  entries.set(key, value)
  const oldest = entries.keys().next()
  if (entries.size > max && !oldest.done) entries.delete(oldest.value)
}
