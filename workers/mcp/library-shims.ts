/**
 * Replaces a class of the MCP library that validates forms (`[alias]` of wrangler.toml). This
 * server sends no forms, and without the class the library is a tenth smaller.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this server asks for no forms')
  }
}
