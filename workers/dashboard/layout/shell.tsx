import { Menu, Search } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { lazy, Suspense } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { Button } from '../parts/button.tsx'
import { Mark } from '../parts/mark.tsx'
import type { SignedIn } from '../session/session.ts'
import { AccountMenu } from './account-menu.tsx'
import { NAVIGATION } from './navigation.ts'
import { type Badges, NavigationLinks } from './navigation-links.tsx'
import { usePrintedDetails } from './print.ts'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

interface ShellProps {
  session: SignedIn
  badges?: Badges
  children: ComponentChildren
}

export function Shell({ session, badges = {}, children }: ShellProps) {
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [path] = useLocation()
  const openPalette = () => setPalette('open')
  useEffect(() => setMenuOpen(false), [path])
  usePaletteKey(openPalette)
  usePrintedDetails()
  return (
    <div class="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <header class="border-b border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0 print:hidden">
        <a
          href="#content"
          class="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-surface focus:p-3"
        >
          Skip to the content
        </a>
        <div class="flex min-h-full flex-col">
          <TopBar
            isMenuOpen={isMenuOpen}
            onMenu={() => setMenuOpen(!isMenuOpen)}
            onSearch={openPalette}
          />
          <div
            id="menu"
            class={`${isMenuOpen ? 'flex' : 'hidden'} flex-1 flex-col gap-4 px-3 pb-3 lg:flex`}
          >
            <Button
              class="hidden justify-start whitespace-nowrap text-muted lg:flex"
              onClick={openPalette}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <Search size={16} aria-hidden="true" /> Search{' '}
              <kbd class="ml-auto text-xs">Ctrl K</kbd>
            </Button>
            <Navigation path={path} badges={badges} />
            <AccountMenu email={session.user.email} path={path} />
          </div>
        </div>
      </header>
      <main id="content" class="min-w-0">
        {children}
      </main>
      {palette !== 'unused' && (
        <Suspense fallback={null}>
          <CommandPalette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
    </div>
  )
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface TopBarProps {
  isMenuOpen: boolean
  onMenu: () => void
  onSearch: () => void
}

function TopBar({ isMenuOpen, onMenu, onSearch }: TopBarProps) {
  return (
    <div class="flex items-center justify-between gap-1 px-4 py-3">
      <Link href="/" class="flex items-center gap-2 font-display text-[1.05rem] font-semibold">
        <Mark /> Domain Attribution
      </Link>
      <span class="flex lg:hidden">
        <Button look="quiet" aria-label="Search" onClick={onSearch}>
          <Search size={18} aria-hidden="true" />
        </Button>
        <Button look="quiet" aria-expanded={isMenuOpen} aria-controls="menu" onClick={onMenu}>
          <Menu size={18} aria-hidden="true" /> Menu
        </Button>
      </span>
    </div>
  )
}

const Navigation = ({ path, badges }: { path: string; badges: Badges }) => (
  <nav aria-label="Pages of the dashboard" class="flex flex-col gap-4">
    {NAVIGATION.map(({ title, destinations }) => (
      <div key={title}>
        <p class="px-2 pb-1 text-xs font-medium text-muted">{title}</p>
        <NavigationLinks destinations={destinations} path={path} badges={badges} />
      </div>
    ))}
  </nav>
)
