import { z } from 'zod'
import type { OwnRoutes } from './own-routes.ts'

export interface ToolCall {
  routes: OwnRoutes
  now: () => number
  wait: (milliseconds: number) => Promise<void>
}

/**
 * `data` is reduced to the output schema afterwards.
 * If a result is too long, it is shortened and gets two additions: `resource`, the address of the
 * whole data, and the fields that `continued` returns for the remaining data.
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

/**
 * Fields that a result can have besides those of its output schema. They hold only constants,
 * numbers and ids, never text from outside.
 */
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
 * A tool as in revision 2026-07-28, "Tools". `description` is a constant text for the language
 * model. A result has only the fields of `output` and `Added`.
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

/**
 * Hides the type of the input, so that all tools fit into one list. This is safe, because the
 * schema of the tool has checked the input.
 */
export function defineTool<Input extends z.ZodType>(tool: Tool<Input>): Tool {
  return { ...tool, run: (call, input) => tool.run(call, input as z.output<Input>) }
}

/**
 * A call that may cost more credits needs the argument max_credits, so that a model cannot spend
 * much by mistake.
 */
export const CREDITS_WITHOUT_CONSENT = 10

export const CreditsMax = z.int().min(0).max(1_000)
