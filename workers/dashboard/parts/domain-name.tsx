import { OutsideName } from './outside-name.tsx'
import { unicodeOf } from './punycode.ts'

interface DomainNameProps {
  domain: string
  /** `domain_unicode` of the API. Without it, the page decodes the domain itself. */
  unicode?: string | undefined
  max?: number
}

/**
 * Unicode first, so that a reader recognizes the name, and Punycode beside it, because two names
 * of different scripts can look alike.
 */
export function DomainName({ domain, unicode = unicodeOf(domain), max = 80 }: DomainNameProps) {
  if (unicode === domain) return <OutsideName text={domain} max={max} />
  return (
    <span>
      <OutsideName text={unicode} max={max} />{' '}
      <span class="inline-block max-w-full font-mono text-[0.8em] font-normal text-muted">
        <OutsideName text={domain} max={max} />
      </span>
    </span>
  )
}
