import { useEffect } from 'preact/hooks'

/** Opens the folded evidence of a page while it is printed. */
export function usePrintedDetails(): void {
  useEffect(() => {
    const folded = new Set<HTMLDetailsElement>()
    const open = () => {
      for (const each of document.querySelectorAll<HTMLDetailsElement>(
        'main details:not([open])',
      )) {
        folded.add(each)
        each.open = true
      }
    }
    const fold = () => {
      for (const each of folded) each.open = false
      folded.clear()
    }
    addEventListener('beforeprint', open)
    addEventListener('afterprint', fold)
    return () => {
      removeEventListener('beforeprint', open)
      removeEventListener('afterprint', fold)
    }
  }, [])
}
