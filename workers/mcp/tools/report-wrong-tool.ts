import { z } from 'zod'
import { FEEDBACK_VERDICTS, Feedback } from '../../../shared/feedback/feedback.ts'
import { JobId } from './analyses.ts'
import { pathOf } from './own-routes.ts'
import { defineTool, STARTS } from './tool.ts'

// The texts of a report are left out. No model may read them, even if its own account wrote the
// report.
const Reported = Feedback.pick({ feedback_id: true, status: true })

export const reportWrong = defineTool({
  name: 'report_wrong',
  description:
    'Reports on an answer; wrong and outdated need correct_entity or note. ' +
    'Replaces an earlier one; changes no answer. Free, 20 a day.',
  input: z.strictObject({
    job_id: JobId,
    verdict: z.enum(FEEDBACK_VERDICTS),
    correct_entity: z.string().max(255).optional(),
    note: z.string().max(1_000).optional(),
  }),
  output: Reported,
  annotations: STARTS,
  async run({ routes }, { job_id: jobId, ...report }) {
    // The API also returns the user's `note`, which must not appear as `note` of the tool. So only
    // two fields are kept.
    return { data: Reported.parse(await routes.post(pathOf`/jobs/${jobId}/feedback`, report)) }
  },
})
