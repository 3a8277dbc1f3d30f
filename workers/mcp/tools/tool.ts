import { z } from 'zod'
import type { OwnRoutes } from './own-routes.ts'

/** One call of a tool. */
export interface ToolCall {
  routes: OwnRoutes
  now: () => number
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Result of a tool, before it is cut to the tool's output schema. Only a result that had to be
 * shortened gets `resource`, the address of the complete data, and the fields that `continued`
 * returns for the data that is left.
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
 * Fields that a tool may add to the data of its route. They contain only constants, numbers and
 * ids.
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
 * Tool of the Model Context Protocol (revision 2026-07-28, "Tools"). The description is constant
 * text for a language model. A result has the fields of `output` and `Added`; all other fields of
 * the route's answer are removed.
 */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  name: string
  description: string
  input: Input
  output: z.ZodObject
  annotations: Annotations
  run(call: ToolCall, input: z.output<Input>): Promise<ToolData>
}

/** Reads only: running such a tool twice changes nothing. */
export const READS: Annotations = { readOnlyHint: true }

/** Starts analyses, and deletes nothing. */
export const STARTS: Annotations = { destructiveHint: false }

/**
 * Returns a tool as a row of a list of tools with different inputs. The input was checked with the
 * schema of the tool.
 */
export function defineTool<Input extends z.ZodType>(tool: Tool<Input>): Tool {
  return { ...tool, run: (call, input) => tool.run(call, input as z.output<Input>) }
}
