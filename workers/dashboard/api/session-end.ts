import { useEffect, useState } from 'preact/hooks'

const UNAUTHORIZED = 401
type News = 'ended' | 'resumed'
const events = new EventTarget()
const send = (news: News) => events.dispatchEvent(new Event(news))

/** Every answer of the API passes here, so that no screen handles an ended session by itself. */
export function noteAnswer({ status }: Response): void {
  if (status === UNAUTHORIZED) send('ended')
}

export const noteResumed = (): void => void send('resumed')

/** True from the first refused request until the session goes on or the user dismisses it. */
export function useSessionEnd(): [hasEnded: boolean, dismiss: () => void] {
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const note = ({ type }: Event) => setEnded(type === ('ended' satisfies News))
    events.addEventListener('ended', note)
    events.addEventListener('resumed', note)
    return () => {
      events.removeEventListener('ended', note)
      events.removeEventListener('resumed', note)
    }
  }, [])
  return [hasEnded, () => setEnded(false)]
}
