import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useSessionEnd } from '../api/session-end.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { OutsideName } from '../parts/outside-name.tsx'
import { FailureNote } from '../parts/states.tsx'
import { requestLink, resumeSession, type SignedIn } from './session.ts'
import { rememberDestination } from './user-storage.ts'

/** Lies over the page, so that a form keeps its text until the user is signed in again. */
export function SessionEndDialog({ session }: { session: SignedIn }) {
  const [hasEnded, dismiss] = useSessionEnd()
  return (
    <Dialog title="Your session ended" isOpen={hasEnded} onClose={dismiss}>
      <SignInAgain email={session.user.email ?? ''} />
    </Dialog>
  )
}

function SignInAgain({ email: known }: { email: string }) {
  const [email, setEmail] = useState(known)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await requestLink(email.trim())
      rememberDestination(known)
      setSentTo(email.trim())
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (sentTo !== null) return <LinkSent email={sentTo} onOther={() => setSentTo(null)} />
  return (
    <form
      class="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send()
      }}
    >
      <p class="text-sm">Sign in to go on. What you typed stays on this page.</p>
      <TextField
        label="Email address"
        type="email"
        autocomplete="email"
        required
        value={email}
        onText={setEmail}
      />
      {failure !== null && <FailureNote error={failure} />}
      <Button type="submit" look="primary" isBusy={isBusy}>
        Send me a link
      </Button>
    </form>
  )
}

function LinkSent({ email, onOther }: { email: string; onOther: () => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isMissing, setMissing] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setMissing(!(await resumeSession(queries)))
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="flex flex-col gap-4">
      <p role="status" class="text-sm">
        A link is on its way to{' '}
        <strong>
          <OutsideName text={email} />
        </strong>
        . Open it in this browser, then come back to this page.
      </p>
      {isMissing && (
        <p role="alert" class="text-sm text-bad">
          You are not signed in as the same user yet. Open the link in the email first.
        </p>
      )}
      {problem !== null && <FailureNote error={problem} />}
      <div class="flex flex-wrap justify-end gap-2">
        <Button onClick={onOther}>Use another address</Button>
        <Button look="primary" isBusy={isBusy} onClick={() => void tryAgain()}>
          Try again
        </Button>
      </div>
    </div>
  )
}
