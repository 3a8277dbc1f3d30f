import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { ApiFailure } from '../api/failure.ts'
import { Page } from '../parts/page.tsx'
import { FailureNote } from '../parts/states.tsx'

/**
 * If a screen fails or its code cannot be loaded, an error message replaces only this screen, and
 * the navigation stays. When the browser is online again, the whole page is loaded again.
 */
export function ScreenBoundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary((thrown) => {
    if (navigator.onLine) reportError(thrown)
  })
  const hasFailed = error !== undefined
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [hasFailed])
  if (!hasFailed) return children
  return (
    <Page title="This page cannot be shown">
      <FailureNote error={navigator.onLine ? failed() : error} retry={reload} />
    </Page>
  )
}

// Offline, a reload would replace the dashboard with an error page of the browser, so nothing
// happens.
function reload(): void {
  if (navigator.onLine) location.reload()
}

const failed = () =>
  new ApiFailure({
    status: 0,
    code: 'PAGE_FAILED',
    message: 'This page failed. Load it again.',
    requestId: null,
  })
