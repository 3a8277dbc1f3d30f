import { Link } from 'wouter-preact'
import { DomainName } from './domain-name.tsx'
import { hasEntityLength } from './entity-characters.ts'
import { shortened, withVisibleControls } from './texts.ts'

const NAME_CHARACTERS_SHOWN = 120

const LinkedText = ({ text }: { text: string }) => (
  <bdi
    class="outside"
    title={text.length > NAME_CHARACTERS_SHOWN ? shortened(withVisibleControls(text)) : undefined}
  >
    {shortened(withVisibleControls(text), NAME_CHARACTERS_SHOWN)}
  </bdi>
)

/** A link cannot contain the button "Show all", so a long name is shortened. */
export const DomainLink = ({ domain, unicode }: { domain: string; unicode?: string }) => (
  <Link href={`/domains/${encodeURIComponent(domain)}`} class="link">
    <DomainName domain={domain} unicode={unicode} max={NAME_CHARACTERS_SHOWN} />
  </Link>
)

/** If the service does not accept the name in a path, shows the name without a link. */
export function EntityLink({ name }: { name: string }) {
  if (!hasEntityLength(name) || /[\p{Cc}\p{Cs}]/u.test(name)) return <LinkedText text={name} />
  return (
    <Link href={`/entities/${encodeURIComponent(name)}`} class="link">
      <LinkedText text={name} />
    </Link>
  )
}
