/**
 * A value of a form. Brackets in field names express nested values, for example
 * `a[b]=1&c[0]=2&c[]=3`. All single values are text.
 */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

const FIELDS_MAX = 1_000
const DEPTH_MAX = 8

/**
 * Parses the body of a request. Throws if the form has more than 1,000 fields or if a field name
 * has more than 8 levels.
 */
export function parseForm(text: string): { [name: string]: FormValue } {
  const root: { [name: string]: FormValue } = {}
  const fields = [...new URLSearchParams(text)]
  if (fields.length > FIELDS_MAX) throw new Error(`more than ${FIELDS_MAX} fields`)
  for (const [name, value] of fields) {
    const steps = name.split(/[[\]]+/).filter((step, place) => place === 0 || step !== '')
    if (name.endsWith('[]')) steps.push('')
    if (steps.length > DEPTH_MAX) throw new Error(`more than ${DEPTH_MAX} levels`)
    put(root, steps, value)
  }
  return listsOf(root) as { [name: string]: FormValue }
}

function put(
  into: { [name: string]: FormValue },
  [step = '', ...rest]: string[],
  value: string,
): void {
  const name = step === '' ? String(Object.keys(into).length) : step
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const next = into[name]
  const inner = typeof next === 'object' && !Array.isArray(next) ? next : {}
  into[name] = inner
  put(inner, rest, value)
}

function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const entries = names.map((name): [string, FormValue] => [name, listsOf(value[name] ?? '')])
  if (names.length > 0 && names.every((name, place) => name === String(place)))
    return entries.map(([, each]) => each)
  return Object.fromEntries(entries)
}
