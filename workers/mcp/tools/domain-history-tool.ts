import { z } from 'zod'
import { Basis, Domain, nullable } from './analyses.ts'
import { pathOf } from './own-routes.ts'
import { defineTool, READS } from './tool.ts'

const change = nullable(z.object({ from: z.string().nullable(), to: z.string().nullable() }))

const Entry = z.object({
  job_id: z.string().nullable(),
  analyzed_at: z.string(),
  status: z.string(),
  entity: z.string().nullable(),
  confidence: z.number().nullable(),
  basis: Basis,
  registrar: z.string().nullable(),
  nameservers: z.array(z.string()),
  diff: nullable(
    z.object({
      entity: change,
      registrar: change,
      nameservers: nullable(z.object({ added: z.array(z.string()), removed: z.array(z.string()) })),
      confidence: nullable(z.object({ from: z.number(), to: z.number(), delta: z.number() })),
    }),
  ),
})

export const domainHistory = defineTool({
  name: 'domain_history',
  description: 'Analyses of a domain, newest first, with what changed. Free; starts none.',
  input: z.strictObject({ domain: Domain, limit: z.int().min(1).max(20).default(10) }),
  output: z.object({ domain: z.string(), entries: z.array(Entry) }),
  annotations: READS,
  async run({ routes }, { domain, limit }) {
    const page = (await routes.get(pathOf`/domains/${domain}/history`, { limit })) as {
      next_cursor: string | null
    }
    return { data: { ...page, ...(page.next_cursor === null ? {} : { more: true }) } }
  },
})
