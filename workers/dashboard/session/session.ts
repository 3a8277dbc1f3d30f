import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { read, root } from '../api/api-client.ts'
import { failureOf } from '../api/failure.ts'

export interface SignedIn {
  user: { id: string; email: string | null }
  expires_at: string
}

export const SESSION_KEY = ['session'] as const

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
    const follow = () => void queries.resetQueries()
    otherTabs.addEventListener('message', follow)
    return () => otherTabs.removeEventListener('message', follow)
  }, [queries])
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
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
