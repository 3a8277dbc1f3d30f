import { ChevronsUpDown } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { CONTROL } from '../parts/field.tsx'
import { OutsideName } from '../parts/outside-name.tsx'
import { endSession } from '../session/session.ts'
import { ACCOUNT_PAGES, isCurrent } from './navigation.ts'
import { NavigationLinks } from './navigation-links.tsx'
import { type Theme, useTheme } from './theme.ts'

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Open on the pages of the account, so that their links show where the user is. */
export function AccountMenu({ email, path }: { email: string | null; path: string }) {
  const isHere = ACCOUNT_PAGES.some(({ href }) => isCurrent(path, href))
  return (
    <details open={isHere} class="group mt-auto border-t border-line pt-2 text-sm">
      <summary class="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-md px-2 py-1.5 hover:bg-raised">
        <span class="min-w-0 flex-1">
          <span class="block font-medium">Account</span>
          {email !== null && (
            <span class="block text-xs text-muted">
              <OutsideName text={email} max={60} />
            </span>
          )}
        </span>
        <ChevronsUpDown size={16} aria-hidden="true" class="shrink-0" />
      </summary>
      <div class="flex flex-col gap-2 pt-1">
        <nav aria-label="Account">
          <NavigationLinks destinations={ACCOUNT_PAGES} path={path} />
        </nav>
        <ThemeChoice />
        <a class="link px-2" href="/docs">
          API reference
        </a>
        <SignOut />
      </div>
    </details>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return (
    <label class="flex items-center justify-between gap-2 px-2">
      Theme
      <select
        class={`${CONTROL} w-auto`}
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = THEMES.find(([each]) => each === currentTarget.value)
          if (chosen !== undefined) setTheme(chosen[0])
        }}
      >
        {THEMES.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function SignOut() {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Button
      isBusy={isLeaving}
      onClick={() => {
        setLeaving(true)
        void endSession().finally(() => setLeaving(false))
      }}
    >
      Sign out
    </Button>
  )
}
