import { useEffect, useRef, useState } from 'preact/hooks'

type StreamState = 'connecting' | 'open' | 'ended'

/**
 * Listens to server-sent events (WHATWG HTML) from `path`, or to nothing while `path` is null.
 * After a lost connection, the browser connects again. The stream ends when the service answers
 * with status 204 or an error.
 */
export function useEventStream(
  path: string | null,
  names: readonly string[],
  onEvent: (name: string, data: unknown) => void,
): StreamState {
  const [state, setState] = useState<StreamState>('connecting')
  const latest = useRef(onEvent)
  latest.current = onEvent
  const listed = names.join(' ')
  useEffect(() => {
    if (path === null) return
    setState('connecting')
    const source = new EventSource(path)
    source.onopen = () => setState('open')
    source.onerror = () =>
      setState(source.readyState === EventSource.CLOSED ? 'ended' : 'connecting')
    for (const name of listed.split(' ')) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const parsed = parsedOrNull(data)
        if (parsed !== null) latest.current(name, parsed)
      })
    }
    return () => source.close()
  }, [path, listed])
  return state
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
