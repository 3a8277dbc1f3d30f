import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { Section } from '../page.tsx'
import { FailureNote, Skeleton } from '../states.tsx'
import { useDeleteReport, useReport } from './feedback-queries.ts'
import { ReportDialog } from './report-form.tsx'
import { ReportView } from './report-view.tsx'

export function FeedbackSection({ jobId }: { jobId: string }) {
  const report = useReport(jobId)
  const remove = useDeleteReport()
  const [isWriting, setWriting] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const stored = report.data ?? null
  return (
    <Section
      title="Is this answer right?"
      lead={
        stored === null ? 'Tell us, and a person will compare it with the evidence.' : undefined
      }
      actions={
        <Link class="link text-sm" href="/feedback">
          All your reports
        </Link>
      }
    >
      {report.isPending && <Skeleton label="Loading your report" />}
      {report.isError && <FailureNote error={report.error} retry={() => void report.refetch()} />}
      {report.isSuccess && (
        <div class="flex flex-col gap-4">
          <div role="status" class="empty:hidden">
            {stored !== null && <ReportView report={stored} />}
          </div>
          {stored?.status !== 'accepted' && (
            <div class="flex flex-wrap gap-2">
              <Button onClick={() => setWriting(true)}>
                {stored === null ? 'Report on this answer' : 'Change'}
              </Button>
              {stored !== null && (
                <Button look="danger" onClick={() => setDeleting(true)}>
                  Delete
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      <ReportDialog
        jobId={jobId}
        stored={stored}
        isOpen={isWriting}
        onClose={() => setWriting(false)}
      />
      <ConfirmDialog
        title="Delete this report?"
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        action="Delete"
        onConfirm={async () => {
          if (stored !== null) await remove.mutateAsync(stored.feedback_id)
        }}
      >
        <p>Nobody will review it any more. You can send a new one later.</p>
      </ConfirmDialog>
    </Section>
  )
}
