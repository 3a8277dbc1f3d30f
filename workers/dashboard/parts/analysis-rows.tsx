import type { Schemas } from '../api/api-client.ts'
import { AnswerRow } from './answer-row.tsx'

type Analysis = Schemas['JobListItem']

interface RowsProps {
  label: string
  analyses: readonly Analysis[]
  /** Page to which a row leads. Default: the page of the analysis. */
  pageOf?: (analysis: Analysis) => string
}

const pageOfAnalysis = ({ job_id: id }: Analysis) => `/jobs/${encodeURIComponent(id)}`

export const AnalysisRows = ({ label, analyses, pageOf = pageOfAnalysis }: RowsProps) => (
  <ul aria-label={label}>
    {analyses.map((analysis) => (
      <AnswerRow
        key={analysis.job_id}
        answer={analysis}
        href={pageOf(analysis)}
        at={analysis.created_at}
      />
    ))}
  </ul>
)
