import { Ellipsis } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { apiPath, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { ShareDialog } from '../../parts/share-dialog/share-dialog.tsx'
import { curlOf, withVisibleControls } from '../../parts/texts.ts'
import { WatchDialog } from '../../parts/watch-dialog.tsx'
import { AnalyzeAgain } from './analyze-again.tsx'
import { downloadName } from './download-names.ts'
import { isRecent } from './recent.ts'

type Job = Schemas['Job']
type Open = 'share' | 'watch' | 'again' | null

/** Id of the part of the page in which the reader reports a mistake. */
export const REPORT_ID = 'report'

export function AnswerActions({ job }: { job: Job }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const result = job.scoring_result
  return (
    <>
      {result !== undefined && (
        <>
          <Menu items={exportsOf(job, result.collected_at)}>
            Export <span aria-hidden="true">▾</span>
          </Menu>
          <Button onClick={() => setOpen('share')}>Share</Button>
        </>
      )}
      <Button onClick={() => setOpen('watch')}>Watch</Button>
      <Menu label="More" items={furtherOf(job, () => setOpen('again'))}>
        <Ellipsis size={18} aria-hidden="true" />
      </Menu>
      <ShareDialog
        shared={{ kind: 'job', id: job.job_id }}
        isOpen={open === 'share'}
        onClose={close}
      />
      <WatchDialog
        domains={[job.domain]}
        analyzed={isRecent(job, new Date()) ? 1 : 0}
        isPassive={job.passive}
        isOpen={open === 'watch'}
        onClose={close}
      />
      <AnalyzeAgain
        domain={job.domain}
        depth={job.depth}
        passive={job.passive}
        isOpen={open === 'again'}
        onClose={close}
      />
    </>
  )
}

function exportsOf({ job_id: id, domain }: Job, collectedAt: string): MenuItem[] {
  const job = `/jobs/${encodeURIComponent(id)}`
  const certificate = (format: string) => apiPath(`${job}/certificate?format=${format}`)
  const name = (format: Parameters<typeof downloadName>[2]) =>
    downloadName(domain, collectedAt, format)
  return [
    { label: 'Certificate (PDF)', hint: 'Signed', file: certificate('pdf'), name: name('pdf') },
    { label: 'JSON', hint: 'Signed', file: certificate('json'), name: name('json') },
    { label: 'CSV', file: certificate('csv'), name: name('csv') },
    { label: 'STIX', file: apiPath(`${job}/stix`), name: name('stix') },
  ]
}

function furtherOf(job: Job, onAgain: () => void): MenuItem[] {
  const { job_id: id, domain, scoring_result: result } = job
  const named = encodeURIComponent(domain)
  return [
    { label: 'Analyze again', act: onAgain },
    ...(result === undefined
      ? []
      : [
          { label: 'Report a mistake', act: focusReport },
          { label: 'Copy summary', copied: withVisibleControls(result.summary) },
        ]),
    { label: 'All analyses of this domain', page: `/jobs?domain=${named}` },
    { label: 'History and subdomains', page: `/domains/${named}` },
    { label: 'Compare with other domains', page: `/correlate?domains=${named}` },
    { label: 'Copy as curl', copied: curlOf(location.origin, { path: `/jobs/${id}` }) },
  ]
}

function focusReport(): void {
  const part = document.getElementById(REPORT_ID)
  part?.scrollIntoView({ block: 'center' })
  part?.querySelector('button')?.focus({ preventScroll: true })
}
