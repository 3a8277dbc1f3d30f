import { Front } from './front.tsx'

/** Shown after the account was closed, so it must work without a session. */
export function Farewell() {
  return (
    <Front title="Your account is closed">
      <p>
        You are signed out everywhere, and your keys no longer work. Your personal data is deleted.
      </p>
      <p class="text-muted">You can sign up again at any time with the same email address.</p>
      <a class="link" href="/app/">
        Sign in
      </a>
    </Front>
  )
}
