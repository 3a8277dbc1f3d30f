import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link, useLocation, useSearchParams } from 'wouter-preact'
import { failureOf } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/states.tsx'
import { Front } from './front.tsx'
import { openSession, SESSION_KEY } from './session.ts'
import { takeDestination } from './sign-in.tsx'

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
      navigate(takeDestination(), { replace: true })
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
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
