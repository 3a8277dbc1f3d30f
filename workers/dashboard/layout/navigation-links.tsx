import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { type Destination, isCurrent } from './navigation.ts'

/** Counts beside a destination, by its address, for example open changes. */
export type Badges = Readonly<Record<string, ComponentChildren>>

interface LinksProps {
  destinations: readonly Destination[]
  path: string
  badges?: Badges
}

export const NavigationLinks = ({ destinations, path, badges = {} }: LinksProps) => (
  <ul>
    {destinations.map(({ href, title, icon: Icon }) => (
      <li key={href}>
        <Link
          href={href}
          aria-current={isCurrent(path, href) ? 'page' : undefined}
          class={
            'flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm ' +
            `${isCurrent(path, href) ? 'bg-accent-soft font-medium text-accent' : 'hover:bg-raised'}`
          }
        >
          <Icon size={16} aria-hidden="true" class="shrink-0" /> {title}
          {badges[href] !== undefined && <span class="ml-auto">{badges[href]}</span>}
        </Link>
      </li>
    ))}
  </ul>
)
