import { open } from 'node:fs/promises'
import { z } from 'zod'
import { ScoringResult } from '../../shared/attribution/scoring/scoring-result.ts'
import { FEEDBACK_VERDICTS, RELATIONS } from '../../shared/feedback/feedback.ts'
import { DEPTHS } from '../../shared/jobs/job.ts'
import { StoredEvidence } from './stored-evidence.ts'

/** One line of the file that `npm run feedback -- labels` writes. */
export const FeedbackReport = z.object({
  feedback_id: z.string().startsWith('fbk_'),
  domain: z.string().min(1),
  registrable_domain: z.string().min(1),
  depth: z.enum(DEPTHS),
  completed_at: z.iso.datetime({ offset: true }),
  verdict: z.enum(FEEDBACK_VERDICTS),
  correct_entity: z.string().nullable(),
  /**
   * Relation of `correct_entity` to the domain. If `correct_entity` is null, relation of the entity
   * that the analysis named.
   */
  relation: z.enum(RELATIONS).nullable(),
  answer: z.object({
    outcome: ScoringResult.shape.outcome,
    entity: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    scorer_version: z.string(),
  }),
  evidence: StoredEvidence,
})
export type FeedbackReport = z.infer<typeof FeedbackReport>

/**
 * Parses one line. Throws an Error that begins with `name`, such as "line 3", and names the wrong
 * field.
 */
export function parseLine<Schema extends z.ZodType>(
  schema: Schema,
  line: string,
  name: string,
): z.output<Schema> {
  let content: unknown
  try {
    content = JSON.parse(line)
  } catch {
    throw new Error(`${name}: not JSON`)
  }
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const [problem] = parsed.error.issues
  throw new Error(
    `${name}: ${problem?.path.join('.') || '(line)'}: ${problem?.message ?? 'does not fit'}`,
  )
}

export async function* linesOf(file: string): AsyncGenerator<{ line: string; number: number }> {
  const handle = await open(file)
  let number = 0
  for await (const line of handle.readLines()) {
    number += 1
    if (line.trim() !== '') yield { line, number }
  }
}

/**
 * Reads the reports of a file. Throws an Error with the line number if a line does not fit the
 * schema.
 */
export async function readReports(file: string): Promise<FeedbackReport[]> {
  const reports: FeedbackReport[] = []
  for await (const { line, number } of linesOf(file))
    reports.push(parseLine(FeedbackReport, line, `line ${number}`))
  return reports
}
