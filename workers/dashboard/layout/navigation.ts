import {
  BellRing,
  Building2,
  ChartNoAxesColumn,
  FileStack,
  GitCompareArrows,
  Globe,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Search,
  Settings,
  Waypoints,
  Webhook,
} from 'lucide-preact'

export interface Destination {
  href: string
  title: string
  icon: LucideIcon
}

interface Group {
  title: string
  destinations: readonly Destination[]
}

export const NAVIGATION: readonly Group[] = [
  {
    title: 'Attribute',
    destinations: [
      { href: '/', title: 'Analyze', icon: Search },
      { href: '/jobs', title: 'Analyses', icon: ListChecks },
      { href: '/bulk', title: 'Lists', icon: FileStack },
    ],
  },
  {
    title: 'Explore',
    destinations: [
      { href: '/domains', title: 'Domains', icon: Globe },
      { href: '/entities', title: 'Operators', icon: Building2 },
      { href: '/correlate', title: 'Correlate', icon: Waypoints },
    ],
  },
  {
    title: 'Watch',
    destinations: [
      { href: '/monitors', title: 'Monitors', icon: BellRing },
      { href: '/changes', title: 'Changes', icon: GitCompareArrows },
    ],
  },
]

export const ACCOUNT_PAGES: readonly Destination[] = [
  { href: '/billing', title: 'Usage and billing', icon: ChartNoAxesColumn },
  { href: '/keys', title: 'API keys', icon: KeyRound },
  { href: '/webhooks', title: 'Webhooks', icon: Webhook },
  { href: '/settings', title: 'Settings', icon: Settings },
]

export const isCurrent = (path: string, href: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
