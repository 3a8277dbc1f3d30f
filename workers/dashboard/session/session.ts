import { type QueryClient, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { read, root } from '../api/api-client.ts'
import { failureOf } from '../api/failure.ts'
import { noteResumed } from '../api/session-end.ts'

export interface SignedIn {
  user: { id: string; email: string | null }
  expires_at: string
}

export const SESSION_KEY = ['session'] as const
const RESUME_LIMIT_MS = 15_000

// Tells the other tabs of this browser that the session began or ended. The message contains no
// data.
const otherTabs = new BroadcastChannel('session')

/**
 * Returns the signed-in user, null if nobody is signed in, or undefined until this is known. Also
 * notices when another tab signs in or out.
 */
export function useSession() {
  const queries = useQueryClient()
  useEffect(() => {
    const follow = () =>
      void resumeSession(queries).then(
        (isResumed) => (isResumed ? undefined : queries.resetQueries()),
        () => queries.resetQueries(),
      )
    otherTabs.addEventListener('message', follow)
    return () => otherTabs.removeEventListener('message', follow)
  }, [queries])
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Every screen has a session, so only pages without one get an empty text. */
export const useUserId = (): string =>
  useQueryClient().getQueryData<SignedIn | null>(SESSION_KEY)?.user.id ?? ''

/**
 * Reads the session again. If the same user is signed in, the page keeps everything that was typed,
 * and its queries are read again. Otherwise returns false, and no data of the user may stay.
 */
export async function resumeSession(queries: QueryClient): Promise<boolean> {
  const before = queries.getQueryData<SignedIn | null>(SESSION_KEY)
  const now = await readSession(AbortSignal.timeout(RESUME_LIMIT_MS))
  if (now === null || now.user.id !== before?.user.id) return false
  noteResumed()
  queries.setQueryData(SESSION_KEY, now)
  await queries.invalidateQueries()
  return true
}

async function readSession(signal: AbortSignal): Promise<SignedIn | null> {
  try {
    return await read(root.GET('/session', { signal }))
  } catch (error) {
    if (failureOf(error).status === 401) return null
    throw error
  }
}

/** Asks the service to send an email with a link that signs the user in. Throws ApiFailure. */
export async function requestLink(email: string): Promise<void> {
  await read(root.POST('/session/link', { body: { email } }))
}

/**
 * Exchanges the token of a mailed link for a session. Throws ApiFailure, with status 401 for an
 * invalid, used or expired link.
 */
export async function openSession(token: string, type: 'email' | 'magiclink'): Promise<SignedIn> {
  const session = await read(root.POST('/session', { body: { token, type } }))
  otherTabs.postMessage('changed')
  return session
}

/**
 * Signs the user out. Then loads the page again, so that no data of the account stays in memory.
 * The answer of the service makes the browser remove what the dashboard stored in it.
 */
export async function endSession(): Promise<void> {
  await read(root.DELETE('/session'))
  otherTabs.postMessage('changed')
  location.assign('/app/')
}

/**
 * Removes the session cookie. A failure does not matter, because the service already refuses the
 * cookie of a closed account.
 */
export async function leaveAfterClosing(): Promise<void> {
  await read(root.DELETE('/session')).catch(() => null)
  otherTabs.postMessage('changed')
  location.assign('/app/farewell')
}
