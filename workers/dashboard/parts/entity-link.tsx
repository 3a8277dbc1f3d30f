import { Link } from 'wouter-preact'
import { OutsideText } from './outside-text.tsx'

/** Shortest and longest name of an operator that the API accepts in a path, in characters. */
const ENTITY_CHARACTERS = { min: 2, max: 255 } as const

export function EntityLink({ name }: { name: string }) {
  const isLinkable = name.length >= ENTITY_CHARACTERS.min && name.length <= ENTITY_CHARACTERS.max
  if (!isLinkable) return <OutsideText text={name} />
  return (
    <Link class="link" href={`/entities/${encodeURIComponent(name)}`}>
      <OutsideText text={name} max={ENTITY_CHARACTERS.max} />
    </Link>
  )
}
