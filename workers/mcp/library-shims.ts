/**
 * Replaces a module of the MCP library in the bundle (`[alias]` of wrangler.toml). The original
 * brings a validator of JSON Schemas, for answers of a person to a form that a server sends. This
 * server sends no forms, and the validator is a tenth of the library's size.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this server asks for no forms')
  }
}
