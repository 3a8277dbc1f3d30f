import { apiPath } from '../../api/api-client.ts'
import { FileLink } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'

/**
 * A plain link, not a request by script. The browser writes the export to the disk while it
 * arrives, so its size does not matter.
 */
export function AccountExport() {
  return (
    <Section
      title="Your data"
      lead="Everything that the service stores about your account, as one JSON file."
    >
      <div class="flex flex-col items-start gap-2">
        <FileLink href={apiPath('/auth/me/export')} download="account-export.json">
          Download my data
        </FileLink>
        <p class="max-w-prose text-sm text-muted">
          Keys and secrets are not in the file. An account can be exported a few times an hour.
          Beyond that the download fails with status 429: wait an hour and try again.
        </p>
      </div>
    </Section>
  )
}
