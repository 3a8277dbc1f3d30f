/**
 * The library Zod with the extra method `openapi`, which adds a name and examples to a schema for
 * the OpenAPI document.
 */
export { z } from '@hono/zod-openapi'
