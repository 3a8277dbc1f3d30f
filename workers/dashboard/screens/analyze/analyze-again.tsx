import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { type Depth, submitAnalysis } from './submit.ts'

interface AgainProps {
  domain: string
  depth: Depth
  passive: boolean
  isOpen: boolean
  onClose: () => void
}

/** Asks the user to confirm the cost before the new analysis starts. */
export function AnalyzeAgain({ domain, depth, passive, isOpen, onClose }: AgainProps) {
  const idempotencyKey = useRef('')
  useEffect(() => {
    if (isOpen) idempotencyKey.current = crypto.randomUUID()
  }, [isOpen])
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      title="Analyze this domain again?"
      isOpen={isOpen}
      onClose={onClose}
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
  )
}
