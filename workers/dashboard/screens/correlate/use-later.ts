import { useEffect, useState } from 'preact/hooks'

const TURN_MS = 30

/**
 * Returns false at first and true after a time that grows with `turn`. Components use different
 * turns, so that they do not all draw at the same moment.
 */
export function useLater(turn: number): boolean {
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReached(true), turn * TURN_MS)
    return () => clearTimeout(timer)
  }, [turn])
  return isReached
}

/** Number of elements that are added at once. */
const STEP = 25

/**
 * Returns a number that grows to `total` in steps. Between two steps, the browser can handle input.
 */
export function useGradually(total: number): number {
  const [reached, setReached] = useState(0)
  useEffect(() => {
    if (reached >= total) return
    const timer = setTimeout(() => setReached(reached + STEP), 0)
    return () => clearTimeout(timer)
  }, [reached, total])
  return Math.min(reached, total)
}
