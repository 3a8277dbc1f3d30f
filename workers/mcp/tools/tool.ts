import { z } from 'zod'
import type { OwnRoutes } from './own-routes.ts'

export interface ToolCall {
  routes: OwnRoutes
  now: () => number
  wait: (milliseconds: number) => Promise<void>
}

/**
 * `data` is cut to the output schema afterwards. Only a shortened result gets `resource`, the
 * address of the whole data, and the fields of `continued` for the data that is left.
 */
export interface ToolData {
  data: object
  resource?: string
  continued?: (left: object) => object
}

interface Annotations {
  readOnlyHint?: boolean
  destructiveHint?: boolean
}

/** The fields hold only constants, numbers and ids, never text from outside. */
export const Added = z.object({
  next: z.string().optional(),
  note: z.string().optional(),
  truncated: z.boolean().optional(),
  more: z.boolean().optional(),
  resource: z.string().optional(),
  cost: z.string().optional(),
  from_cache: z.boolean().optional(),
  age_hours: z.number().optional(),
})

/**
 * Revision 2026-07-28, "Tools". The description is constant text for a model. A result has the
 * fields of `output` and `Added` only.
 */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  name: string
  description: string
  input: Input
  output: z.ZodObject
  annotations: Annotations
  run(call: ToolCall, input: z.output<Input>): Promise<ToolData>
}

export const READS: Annotations = { readOnlyHint: true }

export const STARTS: Annotations = { destructiveHint: false }

/** Loses the type of the input for a list of tools; the schema of the tool has checked it. */
export function defineTool<Input extends z.ZodType>(tool: Tool<Input>): Tool {
  return { ...tool, run: (call, input) => tool.run(call, input as z.output<Input>) }
}

/**
 * A call that costs more needs the argument max_credits, so that a model cannot spend much by
 * mistake.
 */
export const CREDITS_WITHOUT_CONSENT = 10

export const CreditsMax = z.int().min(0).max(1_000)
