import { type Answer, file } from '../../platform/http/responses.ts'
import { z } from '../../platform/http/zod-openapi.ts'

export const StixBundle = z
  .object({
    type: z.literal('bundle'),
    id: z.string().openapi({ example: 'bundle--59d5cc4c-a3f3-5d5c-a1d3-3a3c0c4b2a8e' }),
    objects: z.array(
      z
        .looseObject({ type: z.string(), id: z.string(), spec_version: z.literal('2.1') })
        .openapi('StixObject'),
    ),
  })
  .openapi('StixBundle', { description: 'A bundle of STIX 2.1 (OASIS Standard, section 8).' })

export const stixBundle = (description: string): Answer & { content: object } =>
  file(description, { 'application/stix+json': { schema: StixBundle } })
