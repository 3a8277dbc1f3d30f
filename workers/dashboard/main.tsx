import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { createQueries } from './api/queries.ts'
import { App } from './app.tsx'
import { applyStoredTheme } from './layout/theme.ts'
import { SESSION_KEY } from './session/session.ts'

/**
 * A page that is younger than this is the current version already, so loading it again would not
 * help.
 */
const RELOAD_AFTER_MS = 10_000

// A new version of the dashboard removes the files of the old one. A tab with the old version then
// loads the whole page again.
addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine || performance.now() < RELOAD_AFTER_MS) return
  event.preventDefault()
  location.reload()
})

applyStoredTheme()
const queries = createQueries(() => queries.setQueryData(SESSION_KEY, null))
const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no element with the id "app"')
place.textContent = ''
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  place,
)
