import { Menu, Search } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { Button } from '../parts/button.tsx'
import { CONTROL } from '../parts/field.tsx'
import { withVisibleControls } from '../parts/texts.ts'
import { endSession, type SignedIn } from '../session/session.ts'
import { CommandPalette } from './command-palette.tsx'
import { NAVIGATION } from './navigation.ts'
import { type Theme, useTheme } from './theme.ts'

export function Shell({ session, children }: { session: SignedIn; children: ComponentChildren }) {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [path] = useLocation()
  useEffect(() => setMenuOpen(false), [path])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div class="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        class="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-surface focus:p-3"
      >
        Skip to the content
      </a>
      <div class="border-b border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0">
        <div class="flex items-center justify-between gap-2 px-4 py-3">
          <Link href="/" class="font-semibold tracking-tight">
            Domain Attribution
          </Link>
          <Button
            look="quiet"
            class="lg:hidden"
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <Menu size={18} aria-hidden="true" /> Menu
          </Button>
        </div>
        <div id="menu" class={`${isMenuOpen ? 'flex' : 'hidden'} flex-col gap-5 px-3 pb-4 lg:flex`}>
          <Button
            class="justify-start whitespace-nowrap text-muted"
            onClick={() => setPaletteOpen(true)}
            aria-keyshortcuts="Control+K Meta+K"
          >
            <Search size={16} aria-hidden="true" /> Search <kbd class="ml-auto text-xs">Ctrl K</kbd>
          </Button>
          <Navigation path={path} />
          <Account email={session.user.email} />
        </div>
      </div>
      <main id="content" class="min-w-0">
        {children}
      </main>
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
    </div>
  )
}

const isCurrent = (path: string, href: string) =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)

function Navigation({ path }: { path: string }) {
  return (
    <nav aria-label="Pages of the dashboard" class="flex flex-col gap-4">
      {NAVIGATION.map(({ title, destinations }) => (
        <div key={title}>
          <p class="px-2 pb-1 text-xs font-medium text-muted">{title}</p>
          <ul>
            {destinations.map(({ href, title: name, icon: Icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={isCurrent(path, href) ? 'page' : undefined}
                  class={
                    'flex items-center gap-2 rounded-md px-2 py-1.5 text-sm ' +
                    `${isCurrent(path, href) ? 'bg-accent-soft font-medium text-accent' : 'hover:bg-raised'}`
                  }
                >
                  <Icon size={16} aria-hidden="true" /> {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

function Account({ email }: { email: string | null }) {
  const [theme, setTheme] = useTheme()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div class="mt-auto flex flex-col gap-2 border-t border-line px-2 pt-4 text-sm">
      {email !== null && <p class="outside text-muted">{withVisibleControls(email)}</p>}
      <label class="flex items-center justify-between gap-2">
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
      <a class="link" href="/docs">
        API reference
      </a>
      <Button
        isBusy={isLeaving}
        onClick={() => {
          setLeaving(true)
          void endSession().finally(() => setLeaving(false))
        }}
      >
        Sign out
      </Button>
    </div>
  )
}
