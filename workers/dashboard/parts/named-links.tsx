import { Link } from 'wouter-preact'
import { shortened, withVisibleControls } from './texts.ts'

/** Longest name of an entity that the service accepts in a path. */
const ENTITY_CHARACTERS_MAX = 255
const NAME_CHARACTERS_SHOWN = 120

const LinkedText = ({ text }: { text: string }) => (
  <bdi
    class="outside"
    title={text.length > NAME_CHARACTERS_SHOWN ? shortened(withVisibleControls(text)) : undefined}
  >
    {shortened(withVisibleControls(text), NAME_CHARACTERS_SHOWN)}
  </bdi>
)

/** A long name is shortened, because a link cannot contain the button "Show all". */
export const DomainLink = ({ domain }: { domain: string }) => (
  <Link href={`/domains/${encodeURIComponent(domain)}`} class="link">
    <LinkedText text={domain} />
  </Link>
)

/** Shows only the name if the service does not accept it in a path. */
export function EntityLink({ name }: { name: string }) {
  if (name.length < 2 || name.length > ENTITY_CHARACTERS_MAX || /[\p{Cc}\p{Cs}]/u.test(name))
    return <LinkedText text={name} />
  return (
    <Link href={`/entities/${encodeURIComponent(name)}`} class="link">
      <LinkedText text={name} />
    </Link>
  )
}
