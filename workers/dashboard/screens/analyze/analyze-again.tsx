import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { type Depth, submitAnalysis } from './submit.ts'

/** Asks the user to confirm the cost before the new analysis starts. */
export function AnalyzeAgain({
  domain,
  depth,
  passive,
}: {
  domain: string
  depth: Depth
  passive: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const idempotencyKey = useRef('')
  const [, navigate] = useLocation()
  return (
    <>
      <Button
        onClick={() => {
          idempotencyKey.current = crypto.randomUUID()
          setOpen(true)
        }}
      >
        Analyze again
      </Button>
      <ConfirmDialog
        title="Analyze this domain again?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action="Analyze again"
        isHarmless
        onConfirm={async () => {
          const jobId = await submitAnalysis({
            domain,
            depth,
            passive,
            isForced: true,
            idempotencyKey: idempotencyKey.current,
          })
          navigate(`/jobs/${encodeURIComponent(jobId)}`)
        }}
      >
        A new {depth} {passive ? 'and passive ' : ''}analysis of{' '}
        <OutsideText text={domain} max={120} /> counts as one analysis of your quota, or costs one
        credit.
      </ConfirmDialog>
    </>
  )
}
