import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Link, useLocation, useSearchParams } from 'wouter-preact'
import { failureOf } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/states.tsx'
import { Front } from './front.tsx'
import { endSession, openSession, SESSION_KEY, type SignedIn } from './session.ts'
import { takeDestination } from './user-storage.ts'

/**
 * Page behind a mailed link. Mail scanners open every link, and the token works only once, so
 * nothing happens until the user presses a button.
 * The token is removed from the address at once, so that the browser history does not contain it.
 */
export function Confirm() {
  const [parameters] = useSearchParams()
  const [link] = useState(() => ({
    token: parameters.get('token_hash') ?? '',
    type: parameters.get('type'),
  }))
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [opened, setOpened] = useState<SignedIn | null>(null)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const [isHidden, setHidden] = useState(false)
  if (!isHidden && link.token !== '') {
    history.replaceState(null, '', location.pathname)
    setHidden(true)
  }
  const signIn = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const session = await openSession(
        link.token,
        link.type === 'magiclink' ? 'magiclink' : 'email',
      )
      queries.setQueryData(SESSION_KEY, session)
      setOpened(session)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  if (opened !== null) {
    const goOn = () => navigate(takeDestination(opened.user.email), { replace: true })
    return <SignedInAs session={opened} onContinue={goOn} />
  }
  const isUsedUp = link.token === '' || (failure !== null && failureOf(failure).status === 401)
  if (isUsedUp) {
    return (
      <Front title="This link no longer works">
        <p>A link works once, for one hour. Ask for a new one.</p>
        <Link href="/" class="link">
          Sign in
        </Link>
      </Front>
    )
  }
  return (
    <Front title="Sign in">
      <p>Press the button to finish signing in on this device.</p>
      {failure !== null && <FailureNote error={failure} />}
      <Button look="primary" autofocus isBusy={isBusy} onClick={() => void signIn()}>
        Sign in
      </Button>
    </Front>
  )
}

/**
 * An attacker can send a person a link of the attacker's own account, to get the person's domains,
 * model keys or credits. Only the exchange of the token tells whose link it is, so the account is
 * named directly after it, before anything else can be done.
 */
function SignedInAs({ session, onContinue }: { session: SignedIn; onContinue: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const { email, id } = session.user
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => actions.current?.querySelector('button')?.focus(), [])
  return (
    <Front title="You are signed in">
      <p role="status">
        This account belongs to <strong class="outside">{email ?? id}</strong>. Is that you?
      </p>
      {failure !== null && <FailureNote error={failure} />}
      <div ref={actions} class="flex flex-col gap-3">
        <Button look="primary" onClick={onContinue}>
          Continue
        </Button>
        <Button onClick={() => void endSession().catch(setFailure)}>Not you? Sign out</Button>
      </div>
    </Front>
  )
}
