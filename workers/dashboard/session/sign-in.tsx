import { useState } from 'preact/hooks'
import { failureOf } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { FailureNote } from '../parts/states.tsx'
import { Front } from './front.tsx'
import { requestLink } from './session.ts'
import { rememberDestination } from './user-storage.ts'

/** After the sign-in, the user comes to the page that was opened at first. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const [failure, setFailure] = useState<unknown>(null)
  const isInvalid = failure !== null && failureOf(failure).status === 422
  const send = async () => {
    setState('sending')
    setFailure(null)
    try {
      await requestLink(email.trim())
      rememberDestination(email.trim())
      setState('sent')
    } catch (error) {
      setFailure(error)
      setState('asking')
    }
  }
  if (state === 'sent') {
    return (
      <Front title="Check your email">
        <p role="status">
          If <strong class="outside">{email.trim()}</strong> can sign in, a link is on its way. It
          works once, for one hour.
        </p>
        <p class="text-sm text-muted">Nothing arrived? Look into the spam folder, or ask again.</p>
        <Button onClick={() => setState('asking')}>Use another address</Button>
      </Front>
    )
  }
  return (
    <Front title="Sign in">
      <p class="text-muted">Find out who operates a domain, how certain that is, and why.</p>
      <form
        class="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (state === 'asking') void send()
        }}
      >
        <TextField
          label="Email address"
          type="email"
          autocomplete="email"
          required
          value={email}
          onText={setEmail}
          problem={isInvalid ? 'This is not an email address that can receive a link.' : undefined}
          hint="You get a link that signs you in. There is no password. The first sign-in creates your account."
        />
        {failure !== null && !isInvalid && <FailureNote error={failure} />}
        <Button type="submit" look="primary" isBusy={state === 'sending'}>
          Send me a link
        </Button>
      </form>
    </Front>
  )
}
