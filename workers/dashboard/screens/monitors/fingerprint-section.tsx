import type { Schemas } from '../../api/api-client.ts'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { dayText } from '../../parts/verdict/fact-words.ts'

type Fingerprint = Schemas['MonitorFingerprint']

const VALUES_SHOWN = 20
const VALUE_CHARACTERS_SHOWN = 160

const unknown = <span class="text-muted">–</span>

const text = (value: string | null) =>
  value === null ? unknown : <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />

const date = (value: string | null) => text(value === null ? null : dayText(value))

const list = (values: readonly string[] | null) =>
  values === null || values.length === 0 ? (
    unknown
  ) : (
    <ul>
      {values.slice(0, VALUES_SHOWN).map((value) => (
        <li key={value}>
          <OutsideText text={value} max={VALUE_CHARACTERS_SHOWN} />
        </li>
      ))}
      {values.length > VALUES_SHOWN && (
        <li class="text-muted">and {count(values.length - VALUES_SHOWN)} more</li>
      )}
    </ul>
  )

const factsOf = (fingerprint: Fingerprint): Fact[] => [
  ['Registrar', text(fingerprint.registrar)],
  ['Registrant', text(fingerprint.registrant)],
  ['Registered', date(fingerprint.registered_at)],
  ['End of the registration', date(fingerprint.expires_at)],
  ['Locks', list(fingerprint.locks)],
  ['Name servers', list(fingerprint.nameservers)],
  ['Primary name server', text(fingerprint.primary_nameserver)],
  ['Mail servers', list(fingerprint.mail)],
  ['Redirect', text(fingerprint.redirect)],
  ['Alias', text(fingerprint.alias)],
  ['Networks', list(fingerprint.networks?.map((network) => `AS${network}`) ?? null)],
  ['Parked', fingerprint.parked === null ? unknown : fingerprint.parked ? 'Yes' : 'No'],
  ['Organization in the TLS certificate', text(fingerprint.certificate_organization)],
]

/** A fact that is unknown or does not exist is shown as a dash. */
export function FingerprintSection({ fingerprint }: { fingerprint: Fingerprint | null }) {
  return (
    <Section
      title="Watched facts"
      lead="Public facts as they were read last. A dash is for a fact that is not known."
    >
      {fingerprint === null ? (
        <EmptyState title="The facts were not read yet">The first check reads them.</EmptyState>
      ) : (
        <FactList facts={factsOf(fingerprint)} />
      )}
    </Section>
  )
}
