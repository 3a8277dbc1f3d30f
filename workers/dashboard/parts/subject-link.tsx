import { Link } from 'wouter-preact'
import { withVisibleControls } from './texts.ts'

const PAGES: Record<string, string> = {
  job: '/jobs',
  blk: '/bulk',
  cor: '/correlate',
  mon: '/monitors',
}

/**
 * Links to the page that shows the object with this id. The prefix of the id names the page. If no
 * page belongs to the prefix, the id is plain text. `name` is shown in place of the id.
 */
export function SubjectLink({ id, name = null }: { id: string; name?: string | null }) {
  const page = PAGES[id.slice(0, id.indexOf('_'))]
  const text = withVisibleControls(name ?? id)
  if (page === undefined) return <span class="outside font-mono text-xs">{text}</span>
  return (
    <Link
      href={`${page}/${encodeURIComponent(id)}`}
      class="link font-mono text-xs whitespace-nowrap"
    >
      {text}
    </Link>
  )
}
