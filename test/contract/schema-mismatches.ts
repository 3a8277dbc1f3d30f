import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closed, document } from './kept-document.ts'

const ROOT = 'openapi.json'
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  schemas: { [ROOT]: closed(document) as object },
})
addFormats.default(ajv)

const validators = new Map<string, ValidateFunction>()

function validatorAt(steps: readonly string[]): ValidateFunction {
  // JSON Pointer in a URI fragment (RFC 6901 section 6).
  const pointer = steps
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#/${pointer}` })
  validators.set(pointer, validate)
  return validate
}

/**
 * Returns the differences between a value and the schema at a place in the document. `steps` are the
 * names on the way to it.
 */
export function schemaMismatches(steps: readonly string[], value: unknown): string[] {
  const validate = validatorAt(steps)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${instancePath || '(body)'} ${message} ${JSON.stringify(params)}`,
  )
}
