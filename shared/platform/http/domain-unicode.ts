import { z } from './zod-openapi.ts'

export const DomainUnicode = z.string().openapi({
  description: '`domain` in Unicode (UTS 46), for people to read.',
  example: 'example.com',
})
