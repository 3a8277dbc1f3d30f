import { useEffect, useState } from 'preact/hooks'

const CONFIRMATION_MS = 2_000

/** Copies a text. The state says for a short time whether that worked. */
export function useCopy(text: string) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return { state, copy }
}
