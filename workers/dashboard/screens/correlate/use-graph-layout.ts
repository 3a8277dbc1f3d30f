import { useEffect, useState } from 'preact/hooks'
import type { CorrelationGraph } from './correlation-graph.ts'
import type { Point } from './graph-view.ts'

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/**
 * Null until the layout is complete, 'failed' if its code cannot be loaded. The positions appear
 * all at once and without animation.
 */
export function useGraphLayout(graph: CorrelationGraph): readonly Point[] | null | 'failed' {
  const [layout, setLayout] = useState<readonly Point[] | null | 'failed'>(null)
  useEffect(() => {
    const stop = new AbortController()
    setLayout(null)
    import('./graph-layout.ts')
      .then(({ layOut }) =>
        layOut(graph, { now: () => performance.now(), pause: nextTask, signal: stop.signal }),
      )
      .then(
        (points) => {
          if (!stop.signal.aborted) setLayout(points)
        },
        () => setLayout('failed'),
      )
    return () => stop.abort()
  }, [graph])
  return layout
}
