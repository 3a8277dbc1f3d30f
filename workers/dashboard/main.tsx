import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { createQueries } from './api/queries.ts'
import { App } from './app.tsx'
import { applyStoredTheme } from './layout/theme.ts'

// A page that was loaded less than this time ago has the current version already, so loading it
// again would not help.
const RELOAD_AFTER_MS = 10_000

// A new version of the dashboard removes the code files of the old version. A tab with the old
// version cannot load its next screen, so it loads the whole page again.
addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine || performance.now() < RELOAD_AFTER_MS) return
  event.preventDefault()
  location.reload()
})

applyStoredTheme()
const queries = createQueries()
const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no element with the id "app"')
place.textContent = ''
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  place,
)
