import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import type { Check } from './use-check.ts'

/** Asks the user to confirm the cost before the check starts. */
export function CheckNow({ domain, check }: { domain: string; check: Check }) {
  const [isAsking, setAsking] = useState(false)
  const { start, jobId, hasEnded } = check
  return (
    <>
      <Button look="primary" onClick={() => setAsking(true)}>
        Check now
      </Button>
      <p role="status" class="text-sm empty:hidden">
        {jobId !== null && (
          <>
            {hasEnded ? 'The analysis has ended.' : 'The analysis is running.'}{' '}
            <Link class="link" href={`/jobs/${encodeURIComponent(jobId)}`}>
              Open the analysis
            </Link>
          </>
        )}
      </p>
      <ConfirmDialog
        title="Check this domain now?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Check now"
        isHarmless
        onConfirm={start}
      >
        <p>
          A full analysis of <OutsideName text={domain} /> starts and its operator is compared. It
          counts as one analysis of your quota, or costs one credit. Names of the sandbox cost
          nothing. A failed analysis is refunded.
        </p>
      </ConfirmDialog>
    </>
  )
}
