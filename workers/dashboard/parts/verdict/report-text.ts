import { defanged, withVisibleControls } from '../texts.ts'
import type { Verdict } from './verdict-parts.ts'

const LINE_CHARACTERS_MAX = 300

const dayOf = (time: string): string => time.slice(0, 10)

/** One line of plain text: a mail program must not turn a name from outside into a link. */
const line = (label: string, value: string | null): string[] =>
  value === null || value === ''
    ? []
    : [`${label}: ${withVisibleControls(value).slice(0, LINE_CHARACTERS_MAX).toWellFormed()}`]

/** Neutral text about a domain for the abuse desk of its registrar or host. */
export function reportText({ domain, facts, collected_at: at }: Verdict): string {
  const { registration, hosting, name_servers: servers, page } = facts
  return [
    `Domain: ${defanged(domain)}`,
    ...line('Registrar', registration.registrar),
    ...line('IANA id of the registrar', registration.registrar_iana_id),
    ...line('Registered', registration.registered_at && dayOf(registration.registered_at)),
    ...line('Status', registration.statuses.join(', ')),
    ...hosting.addresses.flatMap(({ address, asn, network, country }) =>
      line(
        'Address',
        [address, asn === null ? null : `AS${asn}`, network, country]
          .filter((part) => part !== null)
          .join(', '),
      ),
    ),
    ...line('Name servers', servers.map(defanged).join(', ')),
    ...line('Page', page && defanged(page.url)),
    ...line('Title of the page', page?.title ?? null),
    `Facts collected: ${at}`,
    '',
    'What we saw: ',
    '',
  ].join('\n')
}
