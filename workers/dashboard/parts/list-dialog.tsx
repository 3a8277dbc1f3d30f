import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { BILLING } from '../api/account-queries.ts'
import { createAttempts } from '../api/attempts.ts'
import { AnalysesPrice } from './analyses-price.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { sendList } from './list-sending.ts'
import { counted, withVisibleControls } from './texts.ts'

/** In UTF-16 units, in which the service counts. */
const NAME_CHARACTERS_MAX = 64

interface ListDialogProps {
  /** Operator of the domains, after which the list is named. */
  operator: string
  domains: readonly string[]
  isOpen: boolean
  onClose: () => void
}

/** Starts deep analyses of the domains as a list, because a list has one page for its answers. */
export function ListDialog({ operator, domains, isOpen, onClose }: ListDialogProps) {
  const [attempt] = useState(() => createAttempts())
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const send = async () => {
    const content = domains.join('\n')
    const { bulk_job_id: id } = await attempt(content, (idempotencyKey) =>
      sendList({
        content: new Blob([content]),
        depth: 'deep',
        passive: false,
        name: nameOf(operator),
        callbackUrl: '',
        idempotencyKey,
      }),
    )
    void queries.invalidateQueries({ queryKey: BILLING })
    navigate(`/bulk/${encodeURIComponent(id)}`)
  }
  return (
    <ConfirmDialog
      title={`Analyze ${counted(domains.length, 'domain')}?`}
      action="Analyze"
      isHarmless
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={send}
    >
      <AnalysesPrice domains={domains} /> A failed analysis is refunded.
    </ConfirmDialog>
  )
}

const nameOf = (operator: string) =>
  `Domains of ${withVisibleControls(operator)}`.slice(0, NAME_CHARACTERS_MAX).toWellFormed()
