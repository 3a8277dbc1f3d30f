import { useState } from 'preact/hooks'
import { apiPath } from '../../api/api-client.ts'

/** Only the picture of a stranger's site: it is no link, and nothing of it can be pressed. */
export function SitePicture({ jobId }: { jobId: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <figure class="mt-4">
      <figcaption class="text-sm text-muted">The site during the analysis</figcaption>
      <img
        src={apiPath(`/jobs/${encodeURIComponent(jobId)}/picture`)}
        alt="Screenshot of the home page"
        loading="lazy"
        class="mt-1 max-h-80 max-w-full rounded-md border border-line object-contain object-left-top"
        onError={() => setMissing(true)}
      />
    </figure>
  )
}
