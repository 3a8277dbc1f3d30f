export { z } from '@hono/zod-openapi'
