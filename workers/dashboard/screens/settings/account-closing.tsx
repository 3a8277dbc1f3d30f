import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Section } from '../../parts/page.tsx'
import { leaveAfterClosing } from '../../session/session.ts'

const CONFIRMATION = 'close my account'

export function AccountClosing() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title="Close the account">
      <div class="flex flex-col items-start gap-3">
        <ClosingFacts />
        <Button look="danger" onClick={() => setAsking(true)}>
          Close my account
        </Button>
      </div>
      <ConfirmDialog
        title="Close the account for good?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Close my account"
        typed={CONFIRMATION}
        onConfirm={async () => {
          await read(api.DELETE('/auth/me'))
          await leaveAfterClosing()
        }}
      >
        <p>
          All keys stop working at once, and you are signed out everywhere. Remaining credits are
          lost. This cannot be undone.
        </p>
      </ConfirmDialog>
    </Section>
  )
}

function ClosingFacts() {
  return (
    <ul class="flex max-w-prose list-disc flex-col gap-1 pl-5 text-sm text-muted">
      <li>
        Deleted: your name and email address, keys and secrets, callback addresses, deliveries and
        templates.
      </li>
      <li>Ended: all sessions, an active subscription, and download links of lists.</li>
      <li>
        Kept without your name: analyses, the ledger, the history of domains, and certificates that
        were issued.
      </li>
      <li>You can sign up again with the same address. The quota used this month stays used.</li>
    </ul>
  )
}
