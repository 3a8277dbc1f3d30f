import { useEffect, useState } from 'preact/hooks'

const TURN_MS = 30

/** Becomes true in a later task of the browser. A higher turn comes later. */
export function useLater(turn: number): boolean {
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReached(true), turn * TURN_MS)
    return () => clearTimeout(timer)
  }, [turn])
  return isReached
}

/** Elements that one task of the browser adds. */
const STEP = 25

/** The number grows to `total` in steps, each in a task of its own. */
export function useGradually(total: number): number {
  const [reached, setReached] = useState(0)
  useEffect(() => {
    if (reached >= total) return
    const timer = setTimeout(() => setReached(reached + STEP), 0)
    return () => clearTimeout(timer)
  }, [reached, total])
  return Math.min(reached, total)
}
