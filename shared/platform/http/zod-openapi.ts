/** Zod as the interface describes itself with: schemas of requests and answers carry their names and examples for the document. */
export { z } from '@hono/zod-openapi'
